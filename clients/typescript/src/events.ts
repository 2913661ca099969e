import type { OddskeeperError } from "./errors.js";
import type { DateFormat, OddsFormat } from "./formats.js";
import type { OddsStreamEvent } from "./schemas.js";

/** The events of the service. It ends a stream with `error`, which the client throws. */
type ServiceEvents<D extends DateFormat, O extends OddsFormat> = {
  [Event in OddsStreamEvent<D, O> as Exclude<Event["event"], "error">]: Event["data"];
};

/** The events of the client itself. */
type ClientEvents = {
  /** The connection was lost, and the next attempt follows after `retryInMs`. */
  disconnected: { error: OddskeeperError; retryInMs: number };
  /** The stream isn't available, so the client polls `changes` from now on. */
  polling: { error: OddskeeperError };
  /** The end of one response of `changes`. */
  polled: { reset: boolean };
};

/** The data of each event that the client knows. */
export type EventData<D extends DateFormat = "iso", O extends OddsFormat = "american"> = ServiceEvents<D, O> &
  ClientEvents;

/** `cursor` is the position after the event, if the event states one. */
export type OddsEvent<D extends DateFormat = "iso", O extends OddsFormat = "american"> =
  | {
      [Type in keyof EventData]: { type: Type; data: EventData<D, O>[Type]; cursor: string | undefined };
    }[keyof EventData]
  | UnknownEvent;

/** An event that this version doesn't know. `data` is parsed JSON, else a string. */
export type UnknownEvent = { type: "unknown"; name: string; data: unknown; cursor: string | undefined };
