import { once } from "node:events";
import { connect } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";

const workers = 10;
const rounds = 60;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.db.execute(sql`create table counters (id int primary key, n int not null)`);
  await database.db.execute(
    sql`insert into counters select id, 0 from generate_series(1, ${workers}::int) id`,
  );
});
afterAll(() => database.close());

test("concurrent connections get their own rows, and their transactions are isolated", async () => {
  const { db } = database;
  const work = async (worker: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      if (round % 3 === 0) {
        await db.transaction(
          async (tx) => {
            await tx.execute(sql`update counters set n = n + ${1}::int where id = ${worker}::int`);
            await tx.execute(sql`select n from counters where id = ${worker}::int`);
          },
          { isolationLevel: "repeatable read" },
        );
        continue;
      }
      const echo = worker * 1000 + round;
      const columns = Array.from({ length: 1 + (round % 7) }, () => sql`${1}::int`);
      const rows = await db.execute(
        sql`select id, ${echo}::int as echo, ${sql.join(columns, sql` + `)} as many from counters where id = ${worker}::int`,
      );
      expect(rows[0]).toEqual({ id: worker, echo, many: columns.length });
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, index) => work(index + 1)));
  const [total] = await db.execute(sql`select sum(n)::int as n from counters`);
  expect(total).toEqual({ n: (workers * rounds) / 3 });
});

test("a transaction is rolled back if its connection ends, and other connections can still query", async () => {
  const other = database.connect();
  const left = other.transaction(async (tx) => {
    await tx.execute(sql`update counters set n = -1 where id = 1`);
    await other.$client.end({ timeout: 0 });
  });
  await expect(left).rejects.toThrow();
  expect(await database.db.execute(sql`select count(*)::int as n from counters where n = -1`)).toEqual([
    { n: 0 },
  ]);
});

test.skipIf(process.env.TEST_STORE === "postgres")(
  "a connection to the embedded database opens while another connection's transaction keeps the database busy",
  async () => {
    const { db, address } = database;
    if (!("socketPath" in address)) throw new Error("not the embedded database");
    await db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      const socket = connect(address.socketPath);
      socket.write(Buffer.from("\0\0\0\x17\0\x03\0\0user\0postgres\0\0", "latin1"));
      let received = Buffer.alloc(0);
      // ReadyForQuery, outside a transaction.
      while (!received.toString("latin1").endsWith("Z\0\0\0\x05I")) {
        const [data] = (await once(socket, "data")) as [Buffer];
        received = Buffer.concat([received, data]);
      }
      socket.destroy();
    });
  },
);
