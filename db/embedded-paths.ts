import path from "node:path";

/** Where embedded mode keeps what, inside its data directory. */
export const embeddedPaths = (dataDir: string) => ({
  database: path.join(dataDir, "database"),
  /** What a restore replaced, until it is done. */
  replaced: path.join(dataDir, "database-replaced"),
  /** A data directory that a restore prepares. */
  restoring: path.join(dataDir, "restoring"),
  lock: path.join(dataDir, "lock"),
  socket: path.join(dataDir, "db.sock"),
  /** Of the database that a restore prepares: no longer than the server's, so that it fits wherever that does. */
  restoringSocket: path.join(dataDir, "r.sock"),
  authSecret: path.join(dataDir, "auth-secret"),
  mail: path.join(dataDir, "mail"),
});
