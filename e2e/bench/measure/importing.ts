import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { postgresDatabase } from "@/db/testing";
import { type ImportBoard, importBoard, pricesPerEvent } from "@/e2e/bench/import-board";
import { benchAuthSecret, createStart } from "@/e2e/bench/open-stores";
import type { Report } from "@/e2e/bench/report";
import { spreadOf } from "@/e2e/bench/statistics";
import { createDataDir, inherited, type RunningService, startService } from "@/e2e/testing/start-service";
import packageJson from "@/package.json" with { type: "json" };

/** A new database. `environment` configures a service or the command line to use this database. */
type NewDatabase = {
  readonly environment: Readonly<Record<string, string>>;
  readonly start: () => Promise<RunningService>;
  readonly remove: () => Promise<void>;
};

type Store = {
  readonly name: string;
  readonly create: () => Promise<NewDatabase>;
  readonly minPerSecond: number;
  readonly maxStartMs: number;
};

const createPostgres = async (): Promise<NewDatabase> => {
  const { address, close } = await postgresDatabase();
  const databaseUrl = "url" in address ? address.url : "";
  const { dataDir, remove } = await createDataDir();
  const closers: (() => unknown)[] = [];
  const start = await createStart(databaseUrl, closers);
  return {
    environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, AUTH_SECRET: benchAuthSecret },
    start: () => start({ HOST: "127.0.0.1" }),
    remove: async () => {
      for (const closer of closers.reverse()) await closer();
      await remove();
      await close();
    },
  };
};

const createEmbedded = async (): Promise<NewDatabase> => {
  const { dataDir, remove } = await createDataDir();
  return {
    environment: { DATA_DIR: dataDir },
    start: () => startService(dataDir, { NODE_ENV: "production", FEEDS: "none" }),
    remove,
  };
};

const stores: readonly Store[] = [
  { name: "PostgreSQL", create: createPostgres, minPerSecond: 20_000, maxStartMs: 2_000 },
  { name: "embedded database", create: createEmbedded, minPerSecond: 10_000, maxStartMs: 3_000 },
];

const imported: ImportBoard = { books: 60, sports: 40, fixtures: 20 };
const started: ImportBoard = { books: 60, sports: 34, fixtures: 20 };
const imports = 3;
const starts = 5;

const priceCount = ({ books, sports, fixtures }: ImportBoard): number =>
  books * sports * fixtures * pricesPerEvent;

const withDatabase = async (
  create: Store["create"],
  use: (database: NewDatabase) => Promise<void>,
): Promise<void> => {
  const database = await create();
  try {
    await use(database);
  } finally {
    await database.remove();
  }
};

/** Runs `ops feed import` as `npm run ops` does. @throws if it does not record every price of the board. */
const importFile = async (file: string, { environment }: NewDatabase, board: ImportBoard): Promise<void> => {
  const args = [...packageJson.scripts.ops.split(" ").slice(1), "feed", "import", "--format", "native"];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, "--file", file], {
    env: { ...inherited(), ...environment },
    maxBuffer: 1e8,
  });
  const recorded = Number(/^prices: .*\bchanged=(\d+)/m.exec(stdout)?.[1]);
  if (recorded !== priceCount(board)) throw new Error(`not every price was recorded:\n${stdout}`);
};

const writeBoard = async (file: string, board: ImportBoard): Promise<void> => {
  const lines = [...importBoard(board, Date.now())].map((snapshot) => JSON.stringify(snapshot));
  await writeFile(file, `${lines.join("\n")}\n`);
};

/** The time until the service is ready, in ms. */
const timeStart = async ({ start }: NewDatabase): Promise<number> => {
  const begin = performance.now();
  const service = await start();
  const ms = performance.now() - begin;
  await service.stop();
  return ms;
};

/**
 * Measures `ops feed import` of a large board into new databases, and the start of the service on an imported board. The import's time
 * includes the start of its process, and in embedded mode also the creation of the database.
 */
export const measureImporting = async (report: Report): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-bench-import-"));
  try {
    const file = path.join(folder, "board.jsonl");
    for (const { name, create, minPerSecond, maxStartMs } of stores) {
      report.print(`ops feed import, and startup on an imported board, ${name}`);
      const rates: number[] = [];
      await writeBoard(file, imported);
      for (let round = 0; round < imports; round++)
        await withDatabase(create, async (database) => {
          const begin = performance.now();
          await importFile(file, database, imported);
          rates.push((priceCount(imported) / (performance.now() - begin)) * 1_000);
        });
      report.add({
        name: `ops feed import of ${priceCount(imported)} new prices, ${name}`,
        value: spreadOf(rates),
        unit: "prices/s",
        target: { min: minPerSecond },
      });
      await writeBoard(file, started);
      const times: number[] = [];
      await withDatabase(create, async (database) => {
        await importFile(file, database, started);
        for (let round = 0; round < starts; round++) times.push(await timeStart(database));
      });
      report.add({
        name: `startup on ${priceCount(started)} prices, ${name}`,
        value: spreadOf(times),
        unit: "ms",
        target: { max: maxStartMs },
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
