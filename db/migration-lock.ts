/** The key of the advisory lock on migrations: an arbitrary constant ("odds" in ASCII). */
export const migrationLock = 0x6f646473;
