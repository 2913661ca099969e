export type { Board, BoardChange } from "./board.js";
export { Oddskeeper, type OddskeeperOptions } from "./client.js";
export { type ClientErrorCode, type ErrorCode, OddskeeperError } from "./errors.js";
export type {
  CheckedFixtures,
  EventData,
  GoneFixture,
  OddsChanges,
  OddsEvent,
  ResetReason,
  UnknownEvent,
} from "./events.js";
export type { StreamOptions } from "./follow.js";
export type { DateFormat, OddsFormat, Price, Timestamp } from "./formats.js";
export type * from "./operations.js";
export type { ApiPromise, ApiResponse, RateLimit, RequestOptions, UsageFigures } from "./request.js";
export type * from "./schemas.js";
export type { OddsStream, StreamParams } from "./stream.js";
export { version } from "./version.js";
