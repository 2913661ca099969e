import GithubProvider from "next-auth/providers/github";
import { z } from "zod";
import { emailAddress } from "@/server/account/owner/email";

export type GitHubApp = {
  readonly id: string;
  readonly secret: string;
  /** URL of a GitHub Enterprise server; undefined means github.com. */
  readonly baseUrl: string | undefined;
};

/** https://docs.github.com/en/rest/users/emails */
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** The email that GitHub reports as primary and verified. Undefined if there is no such email, or if `emailAddress` rejects it. */
export const primaryVerifiedEmail = (reported: unknown): string | undefined => {
  const parsed = emails.safeParse(reported);
  const found = parsed.data?.find(({ primary, verified }) => primary && verified);
  return emailAddress.safeParse(found?.email).data;
};

const readJson = async (url: string, token: string): Promise<unknown> => {
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${token}`, Accept: "application/vnd.github+json" },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`GitHub responded with ${response.status} to ${url}`);
  return response.json();
};

const identity = z.object({ id: z.number(), login: z.string() });

/** The URLs of a GitHub server, and a prefix that separates its user ids from those of other servers. */
const endpointsOf = (baseUrl: string | undefined) =>
  baseUrl === undefined
    ? { web: "https://github.com", api: "https://api.github.com", idPrefix: "" }
    : { web: baseUrl, api: `${baseUrl}/api/v3`, idPrefix: `${new URL(baseUrl).host}/` };

/** Sign-in with GitHub. */
export const githubProvider = ({ id, secret, baseUrl }: GitHubApp) => {
  const { web, api, idPrefix } = endpointsOf(baseUrl);
  return GithubProvider({
    clientId: id,
    clientSecret: secret,
    issuer: `${web}/login/oauth`,
    authorization: { url: `${web}/login/oauth/authorize`, params: { scope: "read:user user:email" } },
    token: `${web}/login/oauth/access_token`,
    // Linking by email is safe here, because the email below is verified or empty.
    allowDangerousEmailAccountLinking: true,
    userinfo: {
      url: `${api}/user`,
      request: async ({ tokens }) => {
        const token = tokens.access_token ?? "";
        const [user, reported] = await Promise.all([
          readJson(`${api}/user`, token),
          readJson(`${api}/user/emails`, token),
        ]);
        const { id: userId, login } = identity.parse(user);
        return { id: userId, login, sub: String(userId), email: primaryVerifiedEmail(reported) ?? "" };
      },
    },
    profile: (profile) => ({ id: `${idPrefix}${profile.id}`, email: profile.email ?? "" }),
  });
};
