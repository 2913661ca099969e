/**
 * Stands in for the embedded database in what Next bundles (next.config.ts). Pages find the front door's services in its process; where
 * there is no front door there is no data directory either, and DATABASE_URL must be set.
 */

export class DataDirInUseError extends Error {
  override readonly name = "DataDirInUseError";
}

/** @throws always: the embedded database runs beside the front door only. */
export const startEmbeddedDatabase = async (): Promise<never> => {
  throw new Error(
    "DATABASE_URL: required where the API is not served by its own front door. `npm start` serves it with an embedded database",
  );
};

/** There is never an owner to be found. */
export const findOwnerSocket = async (): Promise<undefined> => undefined;
