import { LRUCache } from "lru-cache";
import PQueue from "p-queue";
import type { Logger } from "pino";
import type { Queryable } from "@/db/connect";
import type { Config } from "@/server/config";
import { getOrInsert } from "@/server/domain/collections";
import { ApiError } from "@/server/domain/errors/api-error";
import { renderJson } from "@/server/domain/serialize/rendered";
import {
  type AdmittedDelivery,
  admitDelivery,
  deliveriesPerSecond,
} from "@/server/ingest/delivery/admit-delivery";
import { parseFeedToken } from "@/server/ingest/delivery/feed-token";
import { unavailable, withDatabaseErrors } from "@/server/ingest/delivery/record-delivery";
import type { RecordBody } from "@/server/ingest/delivery/recording-thread";
import { createRareLog } from "@/server/log-rarely";
import { loggableError } from "@/server/loggable-error";
import { bearerToken } from "@/server/web/api/admission";
import { toPublicError } from "@/server/web/api/public-error";
import { addressRequestsPerSecond, createAddressLimit } from "@/server/web/http/door/address-limit";
import { createBodyLimit } from "@/server/web/http/door/limit-bodies";
import { discardBody, readDeliveryBody } from "@/server/web/http/door/read-delivery-body";
import { securityHeaders } from "@/server/web/http/headers/response-headers";
import { prepareRendered, sendError, sendPrepared } from "@/server/web/http/headers/send";
import { type Call, newCall, type RequestInfo } from "@/server/web/http/v1/call";
import { deliveryPath, type ObserveCall, observeCalls } from "@/server/web/http/v1/completed-call";
import { errorEnvelope } from "@/server/web/http/v1/error-envelope";
import type { HandleV1 } from "@/server/web/http/v1/handle-v1";

const maxSeenTokens = 10_000;

const tooManyWrongTokens = (): ApiError =>
  new ApiError("SPEED_LIMIT", {
    message: `More than ${addressRequestsPerSecond} deliveries with a wrong token in one second from your network.`,
    retryAfterSeconds: 1,
  });

const tooManyDeliveries = (): ApiError =>
  new ApiError("SPEED_LIMIT", {
    message: `More than ${deliveriesPerSecond} deliveries in one second.`,
    retryAfterSeconds: 1,
  });

/**
 * Records the bodies of one token one by one, in order of arrival. Otherwise, an earlier body could be recorded after a later body. Any
 * price without a fetch time in the earlier body would then replace a newer price.
 */
const createRecordingQueue = () => {
  const byToken = new Map<string, PQueue>();
  return async <T>(tokenId: string, work: () => Promise<T>): Promise<T> => {
    const ofToken = getOrInsert(byToken, tokenId, () => new PQueue({ concurrency: 1 }));
    try {
      return await ofToken.add(work);
    } finally {
      if (ofToken.size + ofToken.pending === 0) byToken.delete(tokenId);
    }
  };
};

export type DeliveryServices = {
  readonly config: Pick<Config, "baseUrl" | "docsUrl">;
  readonly log: Pick<Logger, "error" | "warn">;
  /** Undefined while the service starts. Deliveries then fail with UNAVAILABLE. */
  readonly recorder: { readonly db: Queryable; readonly record: RecordBody } | undefined;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly observeCall: ObserveCall | undefined;
};

/**
 * Handles `POST /feeds/snapshots`. Order of checks: method, token, speed limit, headers, body, books. Nothing is recorded before all checks
 * have passed.
 */
export const createHandleDelivery = (services: DeliveryServices): HandleV1 => {
  const { config, log, recorder } = services;
  const setting = { fixed: securityHeaders(config.baseUrl), seal: (etag: string) => etag };
  const addressLimit = createAddressLimit(services.now);
  // Hashes of tokens that were live when they were last seen. If a network has sent too many wrong tokens in this second, its requests are
  // rejected without a look-up in the database, unless their token is in this cache.
  const seenLive = new LRUCache<string, true>({ max: maxSeenTokens });
  const limitBodies = createBodyLimit(services.now);
  const queueRecording = createRecordingQueue();
  const logRarely = createRareLog(log);

  const rejectToken = (call: Call): ApiError =>
    addressLimit.charge(call.info.address()).exceeded
      ? tooManyWrongTokens()
      : new ApiError("INVALID_FEED_TOKEN");

  const admit = async (call: Call, db: Queryable): Promise<AdmittedDelivery> => {
    const identity = parseFeedToken(bearerToken(call.header("authorization") ?? undefined) ?? "");
    if (identity === undefined) throw rejectToken(call);
    const { hash } = identity;
    if (!seenLive.has(hash) && addressLimit.peek(call.info.address()).remaining === 0)
      throw rejectToken(call);
    const admitted = await withDatabaseErrors(() => admitDelivery(db, hash));
    if (admitted === undefined) {
      seenLive.delete(hash);
      throw rejectToken(call);
    }
    seenLive.set(hash, true);
    call.headers["X-RateLimit-Limit"] = String(deliveriesPerSecond);
    call.headers["X-RateLimit-Remaining"] = String(admitted.remaining);
    call.headers["X-RateLimit-Reset"] = "1";
    if (admitted.exceeded) throw tooManyDeliveries();
    return admitted;
  };

  const deliver = async (call: Call): Promise<Response> => {
    if (call.info.malformed !== undefined)
      throw new ApiError("BAD_REQUEST", { message: call.info.malformed });
    if (call.method !== "POST") {
      call.headers.Allow = "POST";
      throw new ApiError("METHOD_NOT_ALLOWED");
    }
    if (recorder === undefined) throw unavailable();
    const admitted = await admit(call, recorder.db);
    const { tokenId } = admitted;
    const report = await limitBodies(tokenId, async (countBytes) => {
      const body = await readDeliveryBody(call.request.body, call.header, countBytes);
      return queueRecording(tokenId, () => recorder.record(admitted, body));
    });
    const rendered = renderJson(report);
    return sendPrepared(call, await prepareRendered(call, rendered, { status: 200, isPersonal: true }));
  };

  const fail = async (call: Call, thrown: unknown): Promise<Response> => {
    const error = toPublicError(thrown, log, call.requestId, "a delivery failed");
    if (error.code === "UNAVAILABLE")
      logRarely("deliveries fail with UNAVAILABLE", { why: loggableError(error.cause).message });
    await discardBody(call.request.body);
    call.error = error;
    return sendError(call, error, errorEnvelope(error, call.requestId, config.docsUrl));
  };

  const start = (request: Request, info: RequestInfo): Call => {
    const call = newCall(request, info, setting);
    call.endpoint = deliveryPath;
    return call;
  };
  return observeCalls(
    start,
    (call) => deliver(call).catch((error: unknown) => fail(call, error)),
    services.observeCall,
  );
};
