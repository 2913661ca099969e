import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { sessionCookieName } from "@/server/account/sign-in/session-cookie";
import { ApiError } from "@/server/domain/errors/api-error";
import { loggableError } from "@/server/loggable-error";
import { isSameOrigin } from "@/server/web/http/door/same-origin";
import { identifyViewer } from "@/server/web/http/screen/call-screen";
import type { OpenScreens } from "@/server/web/http/screen/open-screens";
import type { ViewingLimit } from "@/server/web/http/screen/viewing-limit";
import type { LookUpSession } from "@/server/web/http/website/look-up-session";
import { readCookie } from "@/server/web/http/website/read-cookie";

/** Handles `GET /api/screen/stream` on its connection. `address` is the client's. Never rejects. */
export type ServeScreenStream = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  address: string,
) => Promise<void>;

type Deps = {
  readonly screens: Pick<OpenScreens, "prepare">;
  readonly limit: Pick<ViewingLimit, "admit">;
  readonly lookUpSession: LookUpSession;
  readonly baseUrl: string;
  readonly log: Pick<Logger, "error">;
};

/** A browser that gets any other status than 200 polls the views, and tries again later. */
const refuse = (outgoing: ServerResponse, status: number): void => {
  outgoing.writeHead(status, { "Cache-Control": "no-store" });
  outgoing.end();
};

const headersOf = ({ headers }: IncomingMessage): Headers => {
  const sent = new Headers();
  for (const name of ["origin", "sec-fetch-site"]) {
    const value = new Map(Object.entries(headers)).get(name);
    if (typeof value === "string") sent.set(name, value);
  }
  return sent;
};

/** The stream of the odds screen, for pages of this site only. The session cookie is the only credential. */
export const createServeScreenStream = ({
  screens,
  limit,
  lookUpSession,
  baseUrl,
  log,
}: Deps): ServeScreenStream => {
  const cookieName = sessionCookieName(baseUrl);

  const open = async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    address: string,
  ): Promise<number | undefined> => {
    if (incoming.method !== "GET") return 405;
    if (!isSameOrigin(headersOf(incoming), baseUrl)) return 404;
    const cookie = readCookie(incoming.headers.cookie, cookieName);
    const visitor = cookie === undefined ? undefined : await lookUpSession(cookie, address);
    const { key } = identifyViewer({ visitor, address });
    if (limit.admit(key) > 0) return 429;
    const start = await screens.prepare({ key, cookie: key.kind === "account" ? cookie : undefined });
    if (start === undefined) return 429;
    outgoing.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      // Makes nginx send each event on at once.
      "X-Accel-Buffering": "no",
      "X-Content-Type-Options": "nosniff",
    });
    start(outgoing);
    return undefined;
  };

  return async (incoming, outgoing, address) => {
    try {
      const status = await open(incoming, outgoing, address);
      if (status !== undefined) refuse(outgoing, status);
    } catch (error) {
      if (!(error instanceof ApiError))
        log.error({ err: loggableError(error) }, "a stream of the odds screen failed to open");
      if (outgoing.headersSent) outgoing.destroy();
      else refuse(outgoing, error instanceof ApiError ? error.status : 503);
    }
  };
};
