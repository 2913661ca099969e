import { randomUUID } from "node:crypto";
import { ApiError } from "@/server/domain/errors/api-error";
import type { Rendered } from "@/server/domain/serialize/rendered";
import { resumeFrom } from "@/server/market/stream/resume";
import type { Viewer } from "@/server/web/api/context";
import { type ScreenRouter, screenRouter } from "@/server/web/api/procedures/screen";
import { toPublicError } from "@/server/web/api/public-error";
import { runProcedure } from "@/server/web/api/run-procedure";
import type { ViewerKey, ViewingLimit } from "@/server/web/http/screen/viewing-limit";
import type { ScreenCallServices } from "@/server/web/http/services.types";
import { type SessionLookup, tooManyUnknownSessions } from "@/server/web/http/website/look-up-session";

export type ScreenViewName = keyof ScreenRouter["_def"]["record"] & string;

export type ScreenCall = {
  readonly view: ScreenViewName;
  /** Parameters by name, as in a query string. */
  readonly input: Readonly<Record<string, string>>;
  readonly visitor: SessionLookup;
  /** The client's IP address. */
  readonly address: string;
  /** Whether the client already has the view with this entity tag. If so, the call does not reduce the viewer's remaining views. */
  readonly hasView?: (etag: string) => boolean;
  /** A cursor that the website's stream has sent. The view has everything up to it. */
  readonly cursor?: string | undefined;
};

export type ScreenReply =
  | { readonly kind: "view"; readonly rendered: Rendered; readonly isUnchanged: boolean }
  | { readonly kind: "error"; readonly error: ApiError; readonly requestId: string };

export const isScreenView = (name: string): name is ScreenViewName =>
  Object.hasOwn(screenRouter._def.record, name);

const tooOften = (message: string, retryAfterSeconds: number): ApiError =>
  new ApiError("SPEED_LIMIT", { message, retryAfterSeconds });

/**
 * Finds who looks at the odds screen.
 * @throws SPEED_LIMIT for a network that sent too many unknown cookies; INVALID_SESSION for an account whose plan this version does not know.
 */
export const identifyViewer = ({
  visitor,
  address,
}: Pick<ScreenCall, "visitor" | "address">): { readonly viewer: Viewer; readonly key: ViewerKey } => {
  if (visitor === "too_many") throw tooManyUnknownSessions();
  if (visitor === undefined)
    return { viewer: { kind: "visitor", plan: "free" }, key: { kind: "visitor", id: address } };
  if (visitor.plan === undefined) throw new ApiError("INVALID_SESSION");
  return {
    viewer: { kind: "account", plan: visitor.plan },
    key: { kind: "account", id: visitor.accountId, plan: visitor.plan },
  };
};

/** Reads one view of the odds screen. The promise never rejects: every failure is returned as an error. */
export const callScreen = async (
  services: ScreenCallServices,
  limit: ViewingLimit,
  call: ScreenCall,
): Promise<ScreenReply> => {
  try {
    const { viewer, key } = identifyViewer(call);
    const pauseSeconds = limit.admit(key);
    if (pauseSeconds > 0) throw tooOften("Too many tabs are loading at once.", pauseSeconds);
    const { board, cursors, now, screen, readSparkline, readLastChanges, publicSports } = services;
    // The notice of a change may come from another instance, whose board is ahead of this one.
    if (call.cursor !== undefined) await resumeFrom(board, cursors, call.cursor, now);
    const rendered = (await runProcedure({
      router: screenRouter,
      path: call.view,
      type: "query",
      context: { services, screen: { screen, readSparkline, readLastChanges, publicSports, viewer } },
      readInput: () => call.input,
    })) as Rendered;
    const isUnchanged = call.hasView?.(rendered.etag) ?? false;
    const waitSeconds = isUnchanged ? 0 : await limit.take(key);
    if (waitSeconds > 0)
      throw tooOften("You have several screens open, so this one updates less often.", waitSeconds);
    return { kind: "view", rendered, isUnchanged };
  } catch (thrown) {
    const requestId = randomUUID();
    const error = toPublicError(thrown, services.log, requestId, "a view of the odds screen failed");
    return { kind: "error", error, requestId };
  }
};
