import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { connectDatabase } from "@/db/connect";
import { testDatabase } from "@/db/testing";

it.skipIf(process.env.TEST_STORE !== "postgres")(
  "a query is not answered with the error of another that was cut off on its connection before",
  async () => {
    const database = await testDatabase();
    const db = connectDatabase(database.address, 1);
    const one = async (): Promise<number | undefined> => {
      const [row] = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      return row?.pid;
    };
    try {
      const pid = await one();
      const cut = db.execute(sql`select pg_sleep(60)`).then(
        () => "answered",
        () => "cut off",
      );
      const isBusy = async (): Promise<boolean> => {
        const rows = await database.db.execute(
          sql`select from pg_stat_activity where pid = ${pid} and state = 'active' and query like '%pg_sleep%'`,
        );
        return rows.length === 1;
      };
      while (!(await isBusy()));
      await database.db.execute(sql`select pg_terminate_backend(${pid})`);
      expect(await cut).toBe("cut off");
      expect(await one()).toEqual(expect.any(Number));
    } finally {
      await db.$client.end({ timeout: 1 });
      await database.close();
    }
  },
);
