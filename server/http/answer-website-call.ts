import { randomUUID } from "node:crypto";
import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from "@trpc/server";
import { badInput } from "@/server/api/bad-input";
import { type ApiContext, newCallRecord } from "@/server/api/context";
import { refusalOf } from "@/server/api/trpc";
import { websiteRouter } from "@/server/api/website-router";
import type { Rendered } from "@/server/board/board";
import { ownValue } from "@/server/catalogue/own-value";
import { ApiError } from "@/server/errors/api-error";
import { addressRequestsPerSecond } from "@/server/http/address-limit";
import { errorEnvelope } from "@/server/http/error-envelope";
import { loggableError } from "@/server/http/loggable-error";
import type { Visitor } from "@/server/http/look-up-session";
import { readBody } from "@/server/http/read-body";
import { accountFigures, type HeaderRecord, writeFigures } from "@/server/http/response-headers";
import { isSameOrigin } from "@/server/http/same-origin";
import type { Services } from "@/server/http/services-type";

export type WebsiteServices = Pick<
  Services,
  "accountKeys" | "archive" | "board" | "config" | "identifySession" | "log" | "meter" | "now" | "website"
>;

type Procedure = { readonly _def: { readonly type: "query" | "mutation" | "subscription" } };

const procedures = websiteRouter._def.procedures as unknown as Readonly<Record<string, Procedure>>;

const isRendered = (value: unknown): value is Rendered =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "rendered";

/** `{"result":{"data":…}}`; prepared bytes go in as they are. */
const renderResult = async (value: unknown): Promise<string> => {
  if (!isRendered(value)) return JSON.stringify({ result: { data: value ?? null } });
  const bytes = await value.bytes("identity");
  return `{"result":{"data":${Buffer.from(bytes).toString("utf8")}}}`;
};

const tooManyCookies = (): ApiError =>
  new ApiError("SPEED_LIMIT", {
    message: `More than ${addressRequestsPerSecond} requests in one second from one address with an unknown session.`,
    retryAfterSeconds: 1,
  });

const readInput = async (request: Request): Promise<unknown> =>
  request.body === null || request.headers.get("content-length") === "0" ? undefined : readBody(request);

/**
 * Answers a call of the website's own pages in tRPC's form: the same procedures as `/v1`, metered as any call, with the session cookie as
 * credentials. Only POST with a JSON body from a page of this site is answered. Errors carry the API's envelope in `data`.
 * @param path the procedure, such as `keys.create`.
 * @param visitor whose session the cookie names; `too_many` where it was not looked up.
 */
export const answerWebsiteCall = async (
  services: WebsiteServices,
  request: Request,
  path: string,
  visitor: Visitor,
): Promise<Response> => {
  const { config, log, meter, website } = services;
  const requestId = randomUUID();
  const record = newCallRecord();
  const procedure = ownValue(procedures, path);
  const type = procedure?._def.type ?? "query";
  let ctx: ApiContext | undefined;
  let input: unknown;

  const run = async (): Promise<unknown> => {
    if (!isSameOrigin(request.headers, config.baseUrl))
      throw new ApiError("MISSING_SESSION", { message: "Only pages of this site may call with its cookie." });
    if (visitor === "too_many") throw tooManyCookies();
    if (visitor === undefined) throw new ApiError("MISSING_SESSION", { message: "You are not signed in." });
    if (procedure === undefined) throw new ApiError("NOT_FOUND");
    ctx = {
      services,
      call: {
        requestId,
        credentials: { kind: "account", accountId: visitor.accountId },
        head: false,
        clientHas: undefined,
        record,
      },
      website: { session: visitor, verbs: website },
    };
    return callTRPCProcedure({
      router: websiteRouter,
      path,
      type,
      ctx,
      getRawInput: async () => {
        input = await readInput(request);
        return input;
      },
      signal: request.signal,
      batchIndex: 0,
    });
  };

  const refund = async (code: string): Promise<void> => {
    const { admission, caller } = record;
    if (admission?.last !== 1 || caller === undefined) return;
    try {
      const figures = await meter.refund(caller, requestId, code);
      record.admission = { ...admission, ...figures, last: 0 };
    } catch (error) {
      log.error({ requestId, err: loggableError(error) }, "a reservation was not given back");
    }
  };

  const headers: HeaderRecord = {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
  };
  const answer = (body: string, status: number): Response => {
    const figures = accountFigures(record);
    if (figures !== undefined) writeFigures(headers, figures);
    return new Response(body, { status, headers });
  };

  const refuse = async (thrown: unknown): Promise<Response> => {
    const error = getTRPCErrorFromUnknown(badInput(thrown, input) ?? thrown);
    const foreseen = thrown instanceof ApiError ? thrown : refusalOf(error);
    if (foreseen === undefined)
      log.error({ requestId, err: loggableError(error.cause ?? error) }, "a call of a page failed");
    const refusal = foreseen ?? new ApiError("INTERNAL_ERROR");
    await refund(refusal.code);
    if (refusal.retryAfterSeconds !== undefined) headers["Retry-After"] = String(refusal.retryAfterSeconds);
    const shape = getTRPCErrorShape({
      config: websiteRouter._def._config,
      error: foreseen === undefined ? error : new TRPCError({ code: "BAD_REQUEST", cause: refusal }),
      type,
      path,
      input: undefined,
      ctx,
    });
    const { error: envelope } = errorEnvelope(refusal, requestId, config.docsUrl);
    const body = {
      error: {
        ...shape,
        data: { ...shape.data, ...envelope, retryAfterSeconds: refusal.retryAfterSeconds },
      },
    };
    return answer(JSON.stringify(body), refusal.status);
  };

  try {
    return answer(await renderResult(await run()), 200);
  } catch (error) {
    return refuse(error);
  }
};
