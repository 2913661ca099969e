import { createServer, type Server, type Socket } from "node:net";
import type { PGlite } from "@electric-sql/pglite";

const sslRequest = 80877103;
const cancelRequest = 80877102;
/** The startup message of protocol version 3.0, with a user. */
const startupMessage = Buffer.from("\0\0\0\x17\0\x03\0\0user\0postgres\0\0", "latin1");

/**
 * A lock on PGlite's single backend. A connection holds the lock from the first message of a query until ReadyForQuery.
 * In a transaction, the connection holds the lock until the transaction ends.
 * Without the lock, connections would overwrite each other's unnamed statement and run inside each other's transactions.
 */
type SessionLock = {
  readonly acquire: (connection: object) => Promise<void>;
  readonly release: (connection: object) => void;
};

const createSessionLock = (): SessionLock => {
  let owner: object | undefined;
  const queue: { connection: object; resume: () => void }[] = [];
  return {
    acquire: (connection) => {
      if (owner === connection) return Promise.resolve();
      if (owner === undefined) {
        owner = connection;
        return Promise.resolve();
      }
      return new Promise((resume) => queue.push({ connection, resume }));
    },
    release: (connection) => {
      if (owner !== connection) return;
      const next = queue.shift();
      owner = next?.connection;
      next?.resume();
    },
  };
};

const typeOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0);

/**
 * Splits a stream of bytes into messages. All messages have a type byte, except the SSL request, the startup message and the cancel
 * request. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
const createSplitter = () => {
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  return (data: Buffer): { readonly message: Buffer; readonly startup: boolean }[] => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    const messages = [];
    for (;;) {
      const offset = started ? 1 : 0;
      if (rest.length < offset + 4) return messages;
      const length = offset + rest.readInt32BE(offset);
      if (rest.length < length) return messages;
      const message = rest.subarray(0, length);
      const startup = !started;
      rest = rest.subarray(length);
      const isRequest = startup && length === 8 && message.readInt32BE(4) === sslRequest;
      if (startup && !isRequest) started = true;
      messages.push({ message, startup });
    }
  };
};

/**
 * Serves a PGlite database to PostgreSQL clients. The caller must call `listen` on the returned server.
 *
 * `@electric-sql/pglite-socket` 0.2 is not used, because it queues single protocol messages instead of whole queries. With ten busy
 * connections, as in serve-pglite.db.test.ts, it returned wrong rows and then hung.
 */
export const servePglite = (database: PGlite): Server => {
  const lock = createSessionLock();

  const execute = (message: Buffer, onData: (data: Uint8Array) => void): Promise<void> =>
    database.runExclusive(() =>
      database.execProtocolRawStream(new Uint8Array(message), { onRawData: onData }),
    );

  const readGreeting = async (): Promise<Buffer> => {
    const parts: Buffer[] = [];
    await execute(startupMessage, (data) => void parts.push(Buffer.from(data)));
    return Buffer.concat(parts);
  };
  /**
   * PGlite asks for no password, ignores the parameters of a startup message, and responds to each with the same bytes. So a connection
   * opens without the lock, and no client gives up connecting while other connections keep the backend busy.
   */
  const greeting = readGreeting();
  // Each connection reports a failure.
  greeting.catch(() => undefined);

  const onConnection = (socket: Socket): void => {
    const connection = {};
    const split = createSplitter();
    let work = Promise.resolve();
    socket.setNoDelay(true);

    const send = (data: Uint8Array): void => {
      // Copied, because the next message overwrites this part of the database's memory.
      if (socket.writable) socket.write(Buffer.from(data));
    };

    const respond = async ({ message, startup }: { message: Buffer; startup: boolean }): Promise<void> => {
      if (startup && message.length === 8 && message.readInt32BE(4) === sslRequest) {
        socket.write("N");
        return;
      }
      if ((startup && message.readInt32BE(4) === cancelRequest) || (!startup && typeOf(message) === "X")) {
        socket.end();
        return;
      }
      if (startup) return send(await greeting);
      await lock.acquire(connection);
      await execute(message, send);
      const endsQuery = ["S", "Q"].includes(typeOf(message));
      if (endsQuery && !database.isInTransaction()) lock.release(connection);
    };

    const disconnect = async (): Promise<void> => {
      await lock.acquire(connection);
      // A Sync message ends an unfinished query.
      await execute(Buffer.from([0x53, 0, 0, 0, 4]), () => undefined).catch(() => undefined);
      // PGlite fails only if its backend has ended, and then every query of every client fails.
      if (database.isInTransaction()) await database.exec("ROLLBACK").catch(() => undefined);
      lock.release(connection);
    };

    socket.on("data", (data: Buffer) => {
      for (const item of split(data))
        work = work.then(() => respond(item)).catch(() => void socket.destroy());
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      work = work.then(disconnect);
    });
  };

  return createServer(onConnection);
};
