import type { DateFormat } from "@/server/domain/serialize/serialize";
import type { Board } from "@/server/market/board/board";
import { type Channel, createChannel } from "@/server/market/stream/channel";
import { filterKey, queryKey, type StreamFilter } from "@/server/market/stream/filter";
import { createNoticeChannel } from "@/server/market/stream/notice-channel";

export const audiences = ["api", "website"] as const;
/** Who follows a topic: customers' programs, or the pages of the odds screen. */
export type Audience = (typeof audiences)[number];

/** What the clients of a group follow. */
export type Topic = {
  readonly key: string;
  readonly audience: Audience;
  readonly dateFormat: DateFormat;
  /** Creates the channels of the topic, by keys that several topics can share. */
  readonly channels: ReadonlyMap<string, () => Channel>;
};

/** The prices that a filter selects. @param clock ms since the epoch, by the database's clock. */
export const pricesTopic = (board: Board, clock: () => number, filter: StreamFilter): Topic => ({
  key: filterKey(filter),
  audience: "api",
  dateFormat: filter.query.dateFormat,
  channels: new Map(
    filter.sports.map((sportKey) => [
      `${sportKey} ${queryKey(filter.query)}`,
      () => createChannel(board, sportKey, filter.query, clock),
    ]),
  ),
});

/** Where prices of these sports change. */
export const noticesTopic = (board: Board, sportKeys: readonly string[]): Topic => {
  const key = `notices ${[...sportKeys].sort().join(",")}`;
  return {
    key,
    audience: "website",
    dateFormat: "iso",
    channels: new Map([[key, () => createNoticeChannel(board, sportKeys)]]),
  };
};
