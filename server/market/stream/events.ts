import type { GoneReason } from "@/server/market/stream/filter";

/**
 * Why a client must drop the prices that it has. `too_old`: its cursor is too old. `restarted`: its cursor belongs to another state of the
 * database. `slow`: it reads too slowly. `shutdown`: the instance stops.
 */
export const resetReasons = ["too_old", "restarted", "slow", "shutdown"] as const;
export type ResetReason = (typeof resetReasons)[number];

/** The names of the events of a stream. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const eventNames = [
  "open",
  "snapshot",
  "fixture",
  "checked",
  "gone",
  "heartbeat",
  "reset",
  "error",
] as const;
export type EventName = (typeof eventNames)[number];

/** The names of the events that only the website's stream has. It is read with `EventSource`, which fires its own `open` event: hence `live`. */
export type WebsiteEventName = "live" | "changed";

/** An event as bytes. `JSON.stringify` escapes line breaks, so the data fits on one line. */
export const eventOf = (name: EventName | WebsiteEventName, json: string): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${json}\n\n`);

/** The field that sets the client's last event id. It comes before the event to which it belongs. */
export const idField = (cursor: string): Buffer => Buffer.from(`id: ${cursor}\n`);

export const goneEvent = (sport: string, id: string, reason: GoneReason): Buffer =>
  eventOf("gone", JSON.stringify({ sport, id, reason }));

export const resetEvent = (reason: ResetReason): Buffer => eventOf("reset", JSON.stringify({ reason }));

/** The bytes around the list of fixtures of a snapshot. */
export const snapshotFrame = (sport: string): { readonly before: Buffer; readonly after: Buffer } => ({
  before: Buffer.from(`event: snapshot\ndata: {"sport":${JSON.stringify(sport)},"fixtures":`),
  after: Buffer.from("}\n\n"),
});

/** Sent first, so that proxies forward the headers at once. */
export const firstComment = Buffer.from(": prices follow\n\n");
