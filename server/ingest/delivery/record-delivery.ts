import { isUnavailable } from "@/db/is-unavailable";
import { ClockSetBackError } from "@/server/clock/clock-skew";
import { ApiError } from "@/server/domain/errors/api-error";
import { type AdmittedDelivery, isTokenLive } from "@/server/ingest/delivery/admit-delivery";
import { readDelivery } from "@/server/ingest/delivery/read-delivery";
import type { TakeTurn } from "@/server/ingest/delivery/take-turns";
import { createRecordItems } from "@/server/ingest/recorder/record-items";
import type { Recorder } from "@/server/ingest/recorder/record-snapshots";
import { serializeReport } from "@/server/ingest/recorder/serialize-report";
import type { LiveSource } from "@/server/ingest/recorder/source-precedence";
import { logUnmatched } from "@/server/ingest/recorder/unmatched/log-unmatched";

/** The counts of a delivery, as its response has them. */
export type DeliveryReport = ReturnType<typeof serializeReport>;

/** The source of delivered snapshots, as named in metrics and in the table `book_sources`. */
export const deliverySource: LiveSource = { kind: "delivery", feed: "delivery" };

const retryAfterSeconds = 5;

/** The error for a delivery that cannot be recorded now, but may succeed if it is sent again later. */
export const unavailable = (cause?: unknown): ApiError =>
  new ApiError("UNAVAILABLE", { retryAfterSeconds, cause });

/** Runs database work of a delivery. @throws UNAVAILABLE if the database was unavailable or its clock was set back. */
export const withDatabaseErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isUnavailable(error) || error instanceof ClockSetBackError) throw unavailable(error);
    throw error;
  }
};

/**
 * Records the body of an admitted delivery at the current time of the database's clock. Each part of the work takes a turn.
 * @throws ApiError if the body is unreadable or names a book that the token does not cover. Then nothing is recorded.
 * @throws INVALID_FEED_TOKEN if the token was revoked after the delivery was admitted. Then nothing is recorded.
 * @throws UNAVAILABLE if the database was unavailable or its clock was set back. Committed snapshots stay recorded.
 */
export const recordDelivery = async (
  recorder: Recorder,
  { tokenId, books }: Pick<AdmittedDelivery, "tokenId" | "books">,
  body: Uint8Array,
  takeTurn: TakeTurn,
): Promise<DeliveryReport> => {
  const items = await takeTurn(() => readDelivery(body, books));
  return withDatabaseErrors(async () => {
    if (!(await isTokenLive(recorder.db, tokenId))) throw new ApiError("INVALID_FEED_TOKEN");
    const origin = { kind: "token", id: tokenId } as const;
    const recordItems = createRecordItems(recorder, {
      clock: "now",
      source: deliverySource,
      origin,
      takeTurn,
    });
    const report = await recordItems(() => items);
    logUnmatched(recorder.log, { feed: deliverySource.feed }, report);
    return serializeReport(report);
  });
};
