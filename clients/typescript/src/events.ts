import type { OddskeeperError } from "./errors.js";
import type { DateFormat, OddsFormat, Timestamp } from "./formats.js";
import type { FixtureOdds } from "./schemas.js";

export type GoneFixture = {
  sport: string;
  id: string;
  reason: "started" | "replaced" | "withdrawn" | (string & {});
};

export type CheckedFixtures<D extends DateFormat = "iso"> = {
  sport: string;
  fixtures: {
    id: string;
    bookmakers: {
      key: string;
      last_update: Timestamp<D> | null;
      markets: Record<string, Timestamp<D> | null>;
    }[];
  }[];
};

export type ResetReason = "too_old" | "restarted" | "slow" | "shutdown" | (string & {});

/** The data of each event that the client knows. */
export type EventData<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  open: { plan: string; streams_used: number; streams_allowed: number; cursor: string };
  /** All fixtures of one sport. */
  snapshot: { sport: string; fixtures: FixtureOdds<D, O>[] };
  /** The new state of one fixture. */
  fixture: FixtureOdds<D, O>;
  /** Only times moved. */
  checked: CheckedFixtures<D>;
  gone: GoneFixture;
  heartbeat: { as_of: string; cursor: string; late: string[] };
  /** New snapshots follow. After `shutdown`, the client resumes instead. */
  reset: { reason: ResetReason };
  /** Of the client itself: the connection was lost, and the next attempt follows after `retryInMs`. */
  disconnected: { error: OddskeeperError; retryInMs: number };
  /** Of the client itself: the stream isn't available, so it polls `changes` from now on. */
  polling: { error: OddskeeperError };
  /** Of the client itself: the end of one response of `changes`. */
  polled: { reset: boolean };
};

/** `cursor` is the position after the event, if the event states one. */
export type OddsEvent<D extends DateFormat = "iso", O extends OddsFormat = "american"> =
  | {
      [Type in keyof EventData]: { type: Type; data: EventData<D, O>[Type]; cursor: string | undefined };
    }[keyof EventData]
  | UnknownEvent;

/** An event that this version doesn't know. `data` is parsed JSON, else a string. */
export type UnknownEvent = { type: "unknown"; name: string; data: unknown; cursor: string | undefined };

/** A response of GET /v1/odds/changes. */
export type OddsChanges<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  cursor: string;
  changed: FixtureOdds<D, O>[];
  gone: GoneFixture[];
  checked: CheckedFixtures<D>[];
  reset: boolean;
};
