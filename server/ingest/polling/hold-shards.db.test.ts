import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { createHoldShards } from "@/server/ingest/polling/hold-shards";
import { silentLog } from "@/server/ingest/recorder/testing/snapshots";

const names = ["a", "b", "c", "d"];
const closes: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
});

const open = async (): Promise<TestDatabase> => {
  const database = await postgresDatabase({ migrated: false });
  closes.push(database.close);
  return database;
};

/** `start` adds an instance. `conflicts` lists the shards that two instances ran at once. */
const createInstances = ({ address }: TestDatabase) => {
  const url = "url" in address ? address.url : "";
  const runners = new Map<string, string>();
  let changed: () => void = () => undefined;
  const conflicts: string[] = [];
  const start = (instance: string) => {
    const stop = new AbortController();
    const run = async (name: string, signal: AbortSignal): Promise<void> => {
      if (runners.has(name)) conflicts.push(name);
      runners.set(name, instance);
      changed();
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      runners.delete(name);
      changed();
    };
    const ended = createHoldShards(url, silentLog)(names, run, stop.signal);
    const close = async () => {
      stop.abort();
      await ended;
    };
    closes.push(close);
    return { close };
  };
  /** Resolves once each instance runs the given number of shards. */
  const until = (shares: Readonly<Record<string, number>>): Promise<void> =>
    new Promise((resolve) => {
      changed = () => {
        const own = [...runners.values()];
        const isReached = Object.entries(shares).every(
          ([instance, count]) => own.filter((one) => one === instance).length === count,
        );
        if (isReached) resolve();
      };
      changed();
    });
  return { start, until, conflicts };
};

// Instances divide the shards among themselves with PostgreSQL advisory locks. On the embedded database, one instance runs all shards.
describe.skipIf(process.env.TEST_STORE !== "postgres")("instances that share shards on PostgreSQL", () => {
  test("two instances never run the same shard at once, and when one stops, the other takes over its shards", async () => {
    const instances = createInstances(await open());
    const first = instances.start("first");
    await instances.until({ first: 4 });
    instances.start("second");
    await instances.until({ first: 2, second: 2 });
    await first.close();
    await instances.until({ second: 4 });
    expect(instances.conflicts).toEqual([]);
  });

  test("an instance stops all its shards when its connection for locks is cut, and runs them again once it has reconnected", async () => {
    const database = await open();
    const instances = createInstances(database);
    instances.start("only");
    await instances.until({ only: 4 });
    const stopped = instances.until({ only: 0 });
    await database.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'oddskeeper % polling' and datname = current_database()`);
    await stopped;
    await instances.until({ only: 4 });
    expect(instances.conflicts).toEqual([]);
  });

  test("when a process is killed, another instance polls its shards", async () => {
    const database = await open();
    const url = "url" in database.address ? database.address.url : "";
    const script = fileURLToPath(new URL("./testing/hold-until-killed.ts", import.meta.url));
    const holder = spawn(process.execPath, ["--import", "tsx", script, url, ...names], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    closes.push(async () => void holder.kill("SIGKILL"));
    let printed = "";
    for await (const text of holder.stdout) {
      printed += text;
      if (printed.split("\n").length > names.length) break;
    }
    const instances = createInstances(database);
    instances.start("other");
    holder.kill("SIGKILL");
    await instances.until({ other: 4 });
  });
});
