import { createServer, type Server, type Socket } from "node:net";
import type { PGlite } from "@electric-sql/pglite";

const sslRequest = 80877103;
const cancelRequest = 80877102;

/**
 * One session for many connections: PGlite has a single backend, so a connection has it to itself from the first message of a query to
 * the ReadyForQuery after it, and from BEGIN to the end of its transaction. Without that the unnamed statement and portal of one
 * connection are overwritten by the next, and statements of one run inside the transaction of another.
 */
type Turn = { readonly take: (owner: object) => Promise<void>; readonly give: (owner: object) => void };

const createTurn = (): Turn => {
  let holder: object | undefined;
  const waiting: { owner: object; go: () => void }[] = [];
  return {
    take: (owner) => {
      if (holder === owner) return Promise.resolve();
      if (holder === undefined) {
        holder = owner;
        return Promise.resolve();
      }
      return new Promise((go) => waiting.push({ owner, go }));
    },
    give: (owner) => {
      if (holder !== owner) return;
      const next = waiting.shift();
      holder = next?.owner;
      next?.go();
    },
  };
};

const typeOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0);

/** Cuts whole messages off a stream of bytes. The first one has no type. https://www.postgresql.org/docs/current/protocol-message-formats.html */
const createCutter = () => {
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  return (data: Buffer): { readonly message: Buffer; readonly startup: boolean }[] => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    const cut = [];
    for (;;) {
      const offset = started ? 1 : 0;
      if (rest.length < offset + 4) return cut;
      const length = offset + rest.readInt32BE(offset);
      if (rest.length < length) return cut;
      const message = rest.subarray(0, length);
      const startup = !started;
      rest = rest.subarray(length);
      const isRequest = startup && length === 8 && message.readInt32BE(4) === sslRequest;
      if (startup && !isRequest) started = true;
      cut.push({ message, startup });
    }
  };
};

/**
 * Serves a PGlite database to PostgreSQL clients; the caller lets the server listen. @electric-sql/pglite-socket 0.2 queues single
 * protocol messages instead: under ten busy connections it answered wrong rows and hung (serve-pglite.db.test.ts shows the load).
 */
export const servePglite = (database: PGlite): Server => {
  const turn = createTurn();

  const execute = (message: Buffer, onData: (data: Uint8Array) => void): Promise<void> =>
    database.runExclusive(() =>
      database.execProtocolRawStream(new Uint8Array(message), { onRawData: onData }),
    );

  const onConnection = (socket: Socket): void => {
    const owner = {};
    const cut = createCutter();
    let work = Promise.resolve();
    socket.setNoDelay(true);

    const send = (data: Uint8Array): void => {
      // The bytes lie in the database's memory and change with the next message.
      if (socket.writable) socket.write(Buffer.from(data));
    };

    const answer = async ({ message, startup }: { message: Buffer; startup: boolean }): Promise<void> => {
      if (startup && message.length === 8 && message.readInt32BE(4) === sslRequest) {
        socket.write("N");
        return;
      }
      if ((startup && message.readInt32BE(4) === cancelRequest) || (!startup && typeOf(message) === "X")) {
        socket.end();
        return;
      }
      await turn.take(owner);
      await execute(message, send);
      const endsQuery = startup || ["S", "Q", "p"].includes(typeOf(message));
      if (endsQuery && !database.isInTransaction()) turn.give(owner);
    };

    const leave = async (): Promise<void> => {
      await turn.take(owner);
      // Ends a query that was left half-way, then a transaction.
      await execute(Buffer.from([0x53, 0, 0, 0, 4]), () => undefined).catch(() => undefined);
      if (database.isInTransaction()) await database.exec("ROLLBACK").catch(() => undefined);
      turn.give(owner);
    };

    socket.on("data", (data: Buffer) => {
      for (const item of cut(data)) work = work.then(() => answer(item)).catch(() => void socket.destroy());
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      work = work.then(leave);
    });
  };

  return createServer(onConnection);
};
