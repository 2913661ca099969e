import type { DatabaseAddress } from "@/db/connect";
import type { ObserveOperation } from "@/db/observe-queries";
import { ApiError } from "@/server/domain/errors/api-error";
import type { AdmittedDelivery } from "@/server/ingest/delivery/admit-delivery";
import type { DeliveryReport } from "@/server/ingest/delivery/record-delivery";
import type { ObserveRecording } from "@/server/ingest/recorder/report";
import { loggableError } from "@/server/loggable-error";

/* The messages between a process and its recording thread. */

/** What the thread is started with. */
export type ThreadSetup = {
  readonly address: DatabaseAddress;
  /** ms since the epoch. */
  readonly archiveFrom: number;
  readonly logLevel: string;
  /** Whether the process measures recordings and the operations of the database. */
  readonly isMeasured: boolean;
  /** The number of calls in progress. The thread lets them go first. */
  readonly calls: Int32Array<SharedArrayBuffer>;
};

/** `close` ends the thread. */
export type ToThread =
  | "close"
  | {
      readonly id: number;
      readonly admitted: Pick<AdmittedDelivery, "tokenId" | "books">;
      readonly body: Uint8Array;
    };

export type FromThread =
  | { readonly kind: "recorded"; readonly id: number; readonly report: DeliveryReport }
  | { readonly kind: "failed"; readonly id: number; readonly failure: Failure }
  | {
      readonly kind: "measured";
      readonly recordings: readonly Parameters<ObserveRecording>[];
      readonly operations: readonly Parameters<ObserveOperation>[];
    };

type LoggableError = ReturnType<typeof loggableError>;
type Failure = {
  /** The public part of an expected error. */
  readonly expected?: Pick<ApiError, "code" | "message" | "retryAfterSeconds">;
  readonly thrown: LoggableError;
};

/** A copy of an error between threads loses its class and its code, so a message has the parts of the error. */
export const toFailure = (error: unknown): Failure => {
  const thrown = loggableError(error);
  if (!(error instanceof ApiError)) return { thrown };
  const { code, message, retryAfterSeconds } = error;
  return { expected: { code, message, retryAfterSeconds }, thrown };
};

const toError = ({ cause, ...parts }: LoggableError): Error =>
  Object.assign(new Error(parts.message, { cause: cause && toError(cause) }), parts);

/** The inverse of `toFailure`. */
export const fromFailure = ({ expected, thrown }: Failure): Error => {
  if (expected === undefined) return toError(thrown);
  const { code, message, retryAfterSeconds } = expected;
  return new ApiError(code, {
    message,
    cause: thrown.cause && toError(thrown.cause),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
};
