import type { DateFormat } from "@/server/domain/serialize/serialize";
import type { Board } from "@/server/market/board/board";
import { type Channel, createChannel } from "@/server/market/stream/channel";
import { filterKey, queryKey, type StreamFilter } from "@/server/market/stream/filter";
import { createNoticeChannel } from "@/server/market/stream/notice-channel";

export const audiences = ["api", "website"] as const;
/** Who follows a topic: customers' programs, or the pages of the odds screen. */
export type Audience = (typeof audiences)[number];

/** What a connection follows. Connections with topics of the same key get the same bytes. */
export type Topic = {
  readonly key: string;
  readonly audience: Audience;
  readonly dateFormat: DateFormat;
  /** Key of a channel -> creates the channel. Topics that have a key in common share its channel. */
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

/** Notices that name the fixtures of these sports whose prices have changed, without the prices. */
export const noticesTopic = (board: Board, sportKeys: readonly string[]): Topic => {
  const key = `notices ${[...sportKeys].sort().join(",")}`;
  return {
    key,
    audience: "website",
    dateFormat: "iso",
    channels: new Map([[key, () => createNoticeChannel(board, sportKeys)]]),
  };
};
