/**
 * Replaces the embedded database in Next's bundle (next.config.ts). Behind the front door, pages use the front door's services. Without a
 * front door, DATABASE_URL is required.
 */

export class DataDirInUseError extends Error {
  override readonly name = "DataDirInUseError";
}

/** @throws always: only the front door starts the embedded database. */
export const startEmbeddedDatabase = async (): Promise<never> => {
  throw new Error(
    "DATABASE_URL is required when Next runs on its own. `npm start` runs the whole service with an embedded database",
  );
};

/** Always undefined: pages never connect to the embedded database of another process. */
export const findOwnerSocket = async (): Promise<undefined> => undefined;
