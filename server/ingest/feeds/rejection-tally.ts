import type { RejectionReason } from "@/server/ingest/feeds/rejection-reasons";

const maxDetails = 20;
const maxDetailLength = 200;

export type RejectionDetail = { readonly reason: RejectionReason; readonly detail: string };

/**
 * Counts of one snapshot's prices. `seen` is the number of accepted prices + `repeated` + the sum of `rejected`. If a bet is listed several
 * times at one price, `repeated` counts all these listings except the first.
 */
export type RejectionTally = {
  seen: number;
  repeated: number;
  /** The number of unusable links. They are dropped without their prices. */
  droppedLinks: number;
  /** Number of prices by reason. */
  readonly rejected: Map<string, number>;
  /** The first few rejections, for the log. */
  readonly details: RejectionDetail[];
};

export const createTally = (): RejectionTally => ({
  seen: 0,
  repeated: 0,
  droppedLinks: 0,
  rejected: new Map(),
  details: [],
});

/** Counts prices as rejected. They must already be counted as seen. */
export const reject = (
  tally: RejectionTally,
  { reason, detail }: RejectionDetail,
  prices: number,
  subject: string,
): void => {
  tally.rejected.set(reason, (tally.rejected.get(reason) ?? 0) + prices);
  if (tally.details.length < maxDetails)
    tally.details.push({ reason, detail: `${subject}: ${detail}`.slice(0, maxDetailLength) });
};

/** Counts prices as seen and as rejected. A rejection without prices counts as one price, so that every rejection is visible. */
export const countAndReject = (
  tally: RejectionTally,
  rejection: RejectionDetail,
  prices: number,
  subject: string,
): void => {
  const counted = Math.max(1, prices);
  tally.seen += counted;
  reject(tally, rejection, counted, subject);
};

/** Adds the counts of a part of the snapshot to the counts of the whole snapshot. */
export const addTally = (tally: RejectionTally, part: RejectionTally): void => {
  tally.seen += part.seen;
  tally.repeated += part.repeated;
  tally.droppedLinks += part.droppedLinks;
  for (const [reason, prices] of part.rejected)
    tally.rejected.set(reason, (tally.rejected.get(reason) ?? 0) + prices);
  tally.details.push(...part.details.slice(0, maxDetails - tally.details.length));
};
