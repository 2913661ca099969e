import path from "node:path";

/** The files of embedded mode in its data directory. */
export const embeddedPaths = (dataDir: string) => ({
  database: path.join(dataDir, "database"),
  /** The previous database, during a restore. */
  replaced: path.join(dataDir, "database-replaced"),
  /** The new data directory that a restore prepares. */
  restoring: path.join(dataDir, "restoring"),
  /** Locked by the process that has the database's files open. */
  lock: path.join(dataDir, "lock"),
  /** Locked by the server or command that owns the data directory, which is the parent of the process that has the files open. */
  ownerLock: path.join(dataDir, "owner"),
  socket: path.join(dataDir, "db.sock"),
  /** The socket of the database that a restore prepares. The name is short, because the system limits the length of a socket's path. */
  restoringSocket: path.join(dataDir, "r.sock"),
  authSecret: path.join(dataDir, "auth-secret"),
  mail: path.join(dataDir, "mail"),
});
