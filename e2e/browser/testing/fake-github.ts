import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** The person who signs in next, and how GitHub behaves for them. */
export type GitHubUser = {
  readonly id: number;
  readonly emails: unknown;
  /** The person presses Cancel. */
  readonly cancels?: boolean;
  /** A path that returns 500. */
  readonly broken?: string;
};

export type FakeGitHub = {
  readonly url: string;
  /** Environment variables that make a service use this GitHub. */
  readonly environment: Readonly<Record<string, string>>;
  readonly become: (user: GitHubUser) => void;
  readonly stop: () => Promise<void>;
};

const client = { id: "the-app", secret: "the-app-s-secret" };

type GitHubResponse = { readonly status: number; readonly body?: unknown; readonly location?: string };

/**
 * A fake GitHub with one OAuth app. As on GitHub, a code works once and only for its own redirect URI:
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
export const startFakeGitHub = async (): Promise<FakeGitHub> => {
  let user: GitHubUser = { id: 1, emails: [] };
  let issued = 0;
  const codes = new Map<string, { readonly redirectUri: string; readonly user: GitHubUser }>();
  const tokens = new Map<string, GitHubUser>();

  const authorize = (query: URLSearchParams): GitHubResponse => {
    const back = new URL(query.get("redirect_uri") ?? "");
    if (query.get("client_id") !== client.id) return { status: 404 };
    if (!query.get("scope")?.split(" ").includes("user:email")) return { status: 400 };
    const code = `code-${++issued}`;
    codes.set(code, { redirectUri: back.href, user });
    if (user.cancels) back.searchParams.set("error", "access_denied");
    else back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    return { status: 302, location: back.href };
  };

  const issueToken = async (request: IncomingMessage): Promise<GitHubResponse> => {
    const form = new URLSearchParams(await text(request));
    const found = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const basic = Buffer.from(
      request.headers.authorization?.replace("Basic ", "") ?? "",
      "base64",
    ).toString();
    if (found === undefined || found.redirectUri !== form.get("redirect_uri"))
      return { status: 200, body: { error: "bad_verification_code" } };
    if (basic !== `${client.id}:${client.secret}`)
      return { status: 200, body: { error: "incorrect_client_credentials" } };
    const token = `gho_${++issued}`;
    tokens.set(token, found.user);
    return {
      status: 200,
      body: { access_token: token, token_type: "bearer", scope: "read:user,user:email" },
    };
  };

  const respond = async (request: IncomingMessage): Promise<GitHubResponse> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (user.broken === pathname) return { status: 500 };
    if (pathname === "/login/oauth/authorize") return authorize(searchParams);
    if (pathname === "/login/oauth/access_token") return issueToken(request);
    const owner = tokens.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
    if (owner === undefined) return { status: 401, body: { message: "Bad credentials" } };
    if (pathname === "/api/v3/user/emails") return { status: 200, body: owner.emails };
    // The email of the public profile is not verified, so the service must not use it.
    const { id } = owner;
    return { status: 200, body: { id, login: `user-${id}`, email: "shown@example.com" } };
  };

  const server = createServer(async (request, response) => {
    const { status, body = {}, location } = await respond(request);
    response
      .writeHead(status, { "Content-Type": "application/json", ...(location && { Location: location }) })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    environment: { GITHUB_ID: client.id, GITHUB_SECRET: client.secret, GITHUB_BASE_URL: url },
    become: (next) => {
      user = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
