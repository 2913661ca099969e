import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type postgres from "postgres";

/** The open connections of a pool. A connection to the embedded database is not in the set, because it cannot be replaced. */
type Connections = Set<Socket>;

const connectionsOf = new WeakMap<object, Connections>();

/** With the error, postgres.js also fails the statement of a connection that is still starting. Without it, it would connect again. */
const destroy = (socket: Socket): void => {
  const silent = Object.assign(new Error("the database did not respond"), { code: "ETIMEDOUT" });
  // A socket inside a TLS socket has no listener of its own.
  socket.on("error", () => undefined);
  socket.destroy(silent);
};

/** Destroys sockets. Resolves when the pool has noticed it, so that later statements use new connections. */
const destroyAll = async (sockets: readonly Socket[]): Promise<void> => {
  const closed = sockets.map(async (socket) => {
    if (socket.closed) return;
    const closing = new Promise((resolve) => socket.once("close", resolve));
    destroy(socket);
    await closing;
  });
  await Promise.all(closed);
  // A TLS socket around a socket is closed one step later.
  await setImmediate();
};

const openOnes = (db: object): Socket[] => {
  const connections = connectionsOf.get(db) ?? new Set();
  for (const socket of connections) if (socket.destroyed) connections.delete(socket);
  return [...connections];
};

/** Whether the connections of a pool can be watched and destroyed. False for the embedded database. */
export const canWatch = (db: object): boolean => connectionsOf.has(db);

/** The parsed options that postgres.js passes to `socket`. */
type ParsedOptions = Pick<postgres.ParsedOptions, "host" | "port" | "path">;

/**
 * Opens the sockets of a pool, so that the pool's connections can be destroyed. postgres.js has no way to end a connection that does not
 * respond. If the URL has several hosts, they are tried in turn.
 */
export const createConnections = () => {
  const connections: Connections = new Set();
  let attempts = 0;
  return {
    /** Returns a socket that is still connecting: postgres.js bounds the time that this takes, and handles its failure. */
    open: ({ host, port, path }: ParsedOptions): Socket => {
      const socket = new Socket();
      const turn = attempts % host.length;
      attempts += 1;
      for (const known of connections) if (known.destroyed) connections.delete(known);
      connections.add(socket);
      if (path) return socket.connect(path);
      // postgres.js reads the name that a certificate must have from this property.
      Object.assign(socket, { host: host[turn], port: port[turn] });
      return socket.connect(port[turn] ?? 5432, host[turn] ?? "localhost");
    },
    /** Makes the connections known under the database that uses them. */
    belongTo: (db: object): void => void connectionsOf.set(db, connections),
  };
};

export type ConnectionMark = {
  /** Whether any connection has received data since the mark. */
  readonly hasReceived: () => boolean;
  /**
   * Destroys the connections that have received nothing since the mark. Their statements fail. Once the promise resolves, statements open
   * new connections. Never rejects.
   */
  readonly destroySilent: () => Promise<void>;
};

/** Notes how much data each open connection has received. */
export const markConnections = (db: object): ConnectionMark => {
  const marks = openOnes(db).map((socket) => ({ socket, bytes: socket.bytesRead }));
  return {
    hasReceived: () => marks.some(({ socket, bytes }) => socket.bytesRead > bytes),
    destroySilent: () =>
      destroyAll(marks.flatMap(({ socket, bytes }) => (socket.bytesRead <= bytes ? [socket] : []))),
  };
};

/**
 * Destroys all connections of a pool, for example because they lead to a server that is no longer the right one. Resolves when the pool has
 * noticed it, so that later statements use new connections.
 */
export const destroyConnections = (db: object): Promise<void> => destroyAll(openOnes(db));

const sampleEveryMs = 500;

/**
 * Watches a pool. If no connection receives data for `maxSilentMs`, the server is frozen or cut
 * off. The connections that have been silent for so long are then destroyed. Otherwise their statements would hang until the operating
 * system gives up, after up to 15 minutes.
 * @param ping sends a statement and never rejects. Its reply shows that the server responds, even if long statements occupy the other
 * connections.
 * @returns a function that ends the watch.
 */
export const watchConnections = (
  db: object,
  maxSilentMs: number,
  ping: () => Promise<unknown>,
): (() => void) => {
  if (!canWatch(db)) return () => undefined;
  // Silence is counted in samples: after a stall of this process, data that has arrived may not have been read yet.
  const maxSilentSamples = Math.ceil(maxSilentMs / sampleEveryMs);
  const seen = new Map<Socket, { bytes: number; silentSamples: number }>();
  let silentSamples = 0;
  let isPinging = false;
  const sample = (): void => {
    if (!isPinging) {
      isPinging = true;
      void ping().finally(() => {
        isPinging = false;
      });
    }
    silentSamples += 1;
    for (const socket of openOnes(db)) {
      const last = seen.get(socket) ?? { bytes: 0, silentSamples: -1 };
      const isSilent = socket.bytesRead === last.bytes;
      if (!isSilent) silentSamples = 0;
      seen.set(socket, { bytes: socket.bytesRead, silentSamples: isSilent ? last.silentSamples + 1 : 0 });
    }
    for (const [socket, last] of seen) {
      if (socket.destroyed) seen.delete(socket);
      else if (silentSamples >= maxSilentSamples && last.silentSamples >= maxSilentSamples) destroy(socket);
    }
  };
  const timer = setInterval(sample, sampleEveryMs).unref();
  return () => clearInterval(timer);
};
