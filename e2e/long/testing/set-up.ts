import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPostgres } from "@/e2e/bench/postgres";
import { printFindings } from "@/e2e/bench/report";
import { readNotes } from "@/e2e/long/testing/long-report";
import { buildIfOld } from "@/server/build/build-if-old.mjs";

/**
 * Builds the site if it is out of date. Starts a PostgreSQL server if TEST_DATABASE_URL is not set and PostgreSQL is installed. At the end,
 * prints all figures as a table.
 */
export const setup = async (): Promise<() => void> => {
  const folder = mkdtempSync(path.join(tmpdir(), "oddskeeper-long-"));
  process.env.LONG_NOTES = path.join(folder, "notes.jsonl");
  process.stdout.write("building the site if it is older than its sources\n");
  await buildIfOld(process.cwd());
  const postgres = await startPostgres();
  if (postgres !== undefined) process.env.TEST_DATABASE_URL = postgres.url;
  return () => {
    postgres?.close();
    printFindings(readNotes());
    rmSync(folder, { recursive: true, force: true });
  };
};
