import { toWireTime } from "@/server/domain/serialize/serialize";
import type { Batch, Channel } from "@/server/market/stream/channel";
import type { Connection } from "@/server/market/stream/connection";
import { eventOf, idField } from "@/server/market/stream/events";
import type { Topic } from "@/server/market/stream/topics";

/** The connections with the same topic. They get the same bytes. */
export type Group = {
  readonly topic: Topic;
  readonly channels: readonly Channel[];
  readonly connections: Set<Connection>;
};

/** Joins events. The last one gets the id, because a client that has its id has all events before it. */
const joinEvents = (events: readonly Buffer[], cursor: string): Buffer =>
  Buffer.concat([...events.slice(0, -1), idField(cursor), ...events.slice(-1)]);

/** Sends what has changed to all connections of a group. `hasMissed`: whether a connection has to get the current states instead. */
export const deliverBatches = (
  { channels, connections }: Group,
  batches: ReadonlyMap<Channel, Batch>,
  cursor: string,
  hasMissed: (connection: Connection) => boolean,
): void => {
  const events = channels.flatMap((channel) => batches.get(channel)?.events ?? []);
  if (events.length === 0) return;
  const whole = joinEvents(events, cursor);
  for (const connection of connections)
    if (hasMissed(connection)) connection.miss(batches);
    else connection.send(whole, events.length, batches);
};

/** Sends times to all connections of a group. `since`: the revisions after which the times of each channel have moved. */
export const deliverTimes = (
  { channels, connections }: Group,
  checked: ReadonlyMap<Channel, Buffer>,
  since: ReadonlyMap<Channel, number>,
  cursor: string,
): void => {
  const events = channels.flatMap((channel) => checked.get(channel) ?? []);
  if (events.length === 0) return;
  const whole = joinEvents(events, cursor);
  for (const connection of connections) connection.sendTimes(whole, events.length, since);
};

/** The event `heartbeat` of a group. @param now ms. */
export const heartbeatOf = ({ channels, topic }: Group, cursor: string, now: number): Buffer => {
  const late = new Set(channels.flatMap((channel) => channel.lateBooks(now)));
  const data = {
    as_of: toWireTime(now, topic.dateFormat),
    cursor,
    late: [...late].sort(),
  };
  return Buffer.concat([idField(cursor), eventOf("heartbeat", JSON.stringify(data))]);
};
