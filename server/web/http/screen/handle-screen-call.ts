import { ApiError } from "@/server/domain/errors/api-error";
import { callScreen, isScreenView, type ScreenCall } from "@/server/web/http/screen/call-screen";
import type { ViewingLimit } from "@/server/web/http/screen/viewing-limit";
import type { ScreenCallServices } from "@/server/web/http/services.types";
import { errorEnvelope } from "@/server/web/http/v1/error-envelope";

/**
 * The response header with the current time in ms since the epoch, by the clock that dates prices. Pages use this time instead of the
 * browser's clock, because browsers' clocks are often wrong.
 */
export const serverTimeHeader = "x-server-time";

/**
 * Whether the request comes from a browser, but not from a page of this site. Such a request is rejected, so that other sites' pages
 * cannot use up the viewing limit of the browser's network. Background requests of these pages have no session cookie. Their views would
 * therefore count against that limit.
 */
const isForeign = (headers: Headers, baseUrl: string): boolean => {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site !== null && site !== "same-origin") return true;
  return origin !== null && origin !== new URL(baseUrl).origin;
};

/** Handles `GET /api/screen/{view}`: one view as JSON, or 304. */
export const handleScreenCall = async (
  services: ScreenCallServices,
  limit: ViewingLimit,
  request: Request,
  view: string,
  client: Pick<ScreenCall, "visitor" | "address">,
): Promise<Response> => {
  const { config, now } = services;
  const headers = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });
  const fail = (error: ApiError, requestId: string): Response => {
    headers.set("X-Request-Id", requestId);
    if (error.retryAfterSeconds !== undefined) headers.set("Retry-After", String(error.retryAfterSeconds));
    const body = JSON.stringify(errorEnvelope(error, requestId, config.docsUrl));
    return new Response(body, { status: error.status, headers });
  };
  if (isForeign(request.headers, config.baseUrl) || !isScreenView(view))
    return fail(new ApiError("NOT_FOUND"), crypto.randomUUID());
  const clientEtag = request.headers.get("if-none-match");
  const reply = await callScreen(services, limit, {
    view,
    input: Object.fromEntries(new URL(request.url).searchParams),
    ...client,
    hasView: (etag) => etag === clientEtag,
    cursor: request.headers.get("x-odds-cursor") ?? undefined,
  });
  headers.set(serverTimeHeader, String(now()));
  if (reply.kind === "error") return fail(reply.error, reply.requestId);
  const { rendered, isUnchanged } = reply;
  headers.set("ETag", rendered.etag);
  if (isUnchanged) return new Response(null, { status: 304, headers });
  return new Response(Buffer.from(await rendered.bytes("identity")), { status: 200, headers });
};
