/** All times of the metering protocol, in ms unless the name has another unit. `timing.test.ts` asserts their relations. */

/** The longest round trip to the counter store. A call may wait for the round trip in flight, and then for its own. */
export const storeDeadlineMs = 250;
/** How often an instance reports its charges to the ledger. */
export const syncEveryMs = 50;

/**
 * A ledger row that took over from a counter waits at most this long for reports of charges, if unreported charges could exceed the
 * allowance. An instance that stalls for longer between a charge and its report may cause calls beyond the allowance.
 */
export const settleMs = 1_500;
/** While the database is available, a charge is valid only if the ledger confirmed at most this long ago that its counter is in use. */
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

const dayMs = 86_400_000;
/** The longest lifetime of an account's record, or of a key's cached caller, in the store, so that deleted accounts do not stay there. */
export const recordLifeMs = 7 * dayMs;
/** How long a counter outlives its period. The ledger, and calls that began in the period, may still need the counter. */
export const counterGraceMs = 2 * dayMs;
