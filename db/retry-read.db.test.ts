import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { isUnavailable } from "@/db/is-unavailable";
import { retryRead } from "@/db/retry-read";
import { type TestDatabase, testDatabase } from "@/db/testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const read = (db: Database, maxMs?: number): Promise<number | undefined> =>
  retryRead(
    db,
    async () => {
      const [row] = await db.execute<{ books: number }>(sql`select count(*)::int as books from books`);
      return row?.books;
    },
    maxMs,
  );

/**
 * Starts a proxy to the database. After `cut(times)`, the proxy resets the connections of the next `times` statements. After `freeze()`, it
 * forwards nothing more from the clients to the database.
 */
const startRelay = async () => {
  let cuts = 0;
  let statements = 0;
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const url = "url" in database.address ? new URL(database.address.url) : undefined;
  const server = createServer((client) => {
    const upstream =
      "url" in database.address
        ? createConnection(Number(url?.port || 5432), url?.hostname)
        : createConnection(database.address.socketPath);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    upstream.pipe(client);
    client.on("data", (data) => {
      const isStatement = data.includes("from books");
      if (isStatement) statements += 1;
      if (isFrozen) return;
      if (!isStatement || cuts === 0) {
        upstream.write(data);
        return;
      }
      cuts -= 1;
      client.resetAndDestroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = new URL(url ?? "postgres://postgres:postgres@localhost/postgres");
  address.hostname = "127.0.0.1";
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    cut: (times: number) => {
      cuts = times;
      statements = 0;
    },
    freeze: () => {
      isFrozen = true;
      statements = 0;
    },
    statements: () => statements,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

it("if PostgreSQL has no connection left, a read waits for one instead of failing", async () => {
  let refusals = 3;
  // A busy machine may need longer than the longest wait for a connection.
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const reading = retryRead(database.db, async () => {
    refusals -= 1;
    if (refusals >= 0) throw Object.assign(new Error("sorry, too many clients already"), { code: "53300" });
    return "read";
  });
  expect(await reading.finally(() => clock.mockRestore())).toBe("read");
});

describe("cut-off connections", () => {
  let relay: Awaited<ReturnType<typeof startRelay>>;
  let db: Database;
  beforeEach(async () => {
    relay = await startRelay();
    db = connectDatabase({ url: relay.url }, 2);
    await read(db);
  });
  afterEach(async () => {
    await db.$client.end({ timeout: 1 });
    await relay.close();
  });

  it("a read whose connection is cut off is retried once on another connection", async () => {
    relay.cut(1);
    expect(await read(db)).toBe(0);
    expect(relay.statements()).toBe(2);
  });

  it("a read fails if the connection of its retry is cut off too", async () => {
    relay.cut(2);
    await expect(read(db)).rejects.toThrow();
    expect(relay.statements()).toBe(2);
  });
});

it("if the database does not complete a read in time, the read fails as unavailable, without a retry", async () => {
  const relay = await startRelay();
  const db = connectDatabase({ url: relay.url }, 1);
  await read(db);
  relay.freeze();
  const error = await read(db, 20).catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  expect(relay.statements()).toBe(1);
  await db.$client.end({ timeout: 0 });
  await relay.close();
});

it("if a read fails because of an error in its statement, it is not retried", async () => {
  let reads = 0;
  const failing = retryRead(database.db, () => {
    reads += 1;
    return database.db.execute(sql`select 1 / 0`);
  });
  await expect(failing).rejects.toThrow();
  expect(reads).toBe(1);
});

// On PostgreSQL only: the embedded database has a single backend, which cannot be terminated.
describe.skipIf(process.env.TEST_STORE !== "postgres")("terminated backends", () => {
  const ended = new Set<number>();
  /** Waits until a read is blocked by the lock on the table `books`, and terminates the backend of this read. */
  const terminate = async (): Promise<void> => {
    for (;;) {
      const waiting = await database.db.execute<{ pid: number }>(sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%from books%'`);
      const next = waiting.find(({ pid }) => !ended.has(pid));
      if (next === undefined) continue;
      ended.add(next.pid);
      await database.db.execute(sql`select pg_terminate_backend(${next.pid}::int)`);
      return;
    }
  };
  /** Reads a table that is locked until `whileLocked` has ended. */
  const readBehindLock = (whileLocked: () => Promise<void>): Promise<number | undefined | "cut off"> =>
    database.db
      .transaction(async (tx) => {
        await tx.execute(sql`lock table books in access exclusive mode`);
        const reading = read(database.connect()).catch(() => "cut off" as const);
        await whileLocked();
        // The read may wait for this transaction's lock, so the transaction must not await the read. A returned promise would be awaited,
        // but a promise inside a returned object is not.
        return { reading };
      })
      .then(({ reading }) => reading);

  it("a read whose backend is terminated is retried once on another connection", async () => {
    expect(await readBehindLock(terminate)).toBe(0);
  });

  it("a read fails if the backend of its retry is terminated too", async () => {
    const twice = async () => {
      await terminate();
      await terminate();
    };
    expect(await readBehindLock(twice)).toBe("cut off");
  });
});
