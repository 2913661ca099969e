import { dayMs } from "@/server/domain/durations";

/** All times of the metering protocol, in ms unless the name has another unit. `timing.test.ts` asserts their relations. */

/** How long a round trip to the counter store may take, not counting the wait for an earlier one. */
export const storeDeadlineMs = 250;
/** The step of the deadline's clock. However long the process stalls, the clock advances by one step, so a stall costs a call little time. */
export const deadlineStepMs = 25;
/** How long a starting instance waits for the store's first response, and how often it asks. */
export const firstReplyWithinMs = 2_000;
export const firstPingEveryMs = 20;
/**
 * How long a statement on the ledger may take. In load tests, the slowest statements took 2.5 s. After two such waits, a call must still
 * end within 10 s.
 */
export const ledgerDeadlineMs = 4_000;
/** After this time, a call that waits for the ledger's decision makes no more requests to it. */
export const decisionMs = 5_000;
/** How often an instance reports its charges to the ledger. */
export const syncEveryMs = 50;

/**
 * The longest wait of a ledger row for reports of charges, after the row took over from a counter. The row waits only if unreported charges
 * could exceed the allowance. If a report arrives later, calls beyond the allowance may have been admitted.
 */
export const settleMs = 1_500;
/** How long charges may rely on the ledger's confirmation that a counter is in use. Unlimited while the database is unavailable. */
export const trustMs = 250;
/** If a row has more requests left than the speed limit admits in this time, the row does not wait for reports. */
export const unreportedSeconds = 3;
/** How often a waiting call asks the ledger again. */
export const settlePollMs = 25;
/** After a call that could not use the store, the account's ledger row stays pinned for this long: no instance opens a counter for the account. */
export const pinMs = 1_000;

/** If a counter that the ledger has opened is still not in the store after this time, the ledger takes over from the counter. */
export const openingMs = 600;
export const openPollMs = 10;

/** How often an instance looks for counters that other instances left behind. */
export const sweepEveryMs = 1_000;
/** If a charge was not reported within this time, the instance that made the charge is assumed to have ended. */
export const leftBehindMs = 2_000;
/** How often an unavailable store is probed. */
export const probeEveryMs = 100;

/** If the store fails when an instance announces an account change, the instance retries for this long: enough to replace a lost connection. */
export const announceForMs = 750;
export const announcePauseMs = 50;
/** Within this time, a change is announced, or its announcement has failed. */
export const announcedWithinMs = 1_250;

/** How often an instance writes when keys were last used. */
export const lastUsedEveryMs = 10_000;

/** How long the place of an open stream stays taken after its last renewal, and how often an instance renews its places. */
export const placeLifeMs = 30_000;
export const renewPlacesEveryMs = 10_000;
/** How often an instance confirms the accounts of its open streams. A stream of a revoked key ends within a second. */
export const recheckEveryMs = 400;
/** The store deletes account records and keys' cached callers after at most this time. So data of deleted accounts does not stay there. */
export const recordLifeMs = 7 * dayMs;
/** How long a counter outlives its period. The ledger, and calls that began in the period, may still need the counter. */
export const counterGraceMs = 2 * dayMs;
