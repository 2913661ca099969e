import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedDatabase } from "@/db/embedded";

/** Creates one migrated data directory for the whole run. Tests copy it, which is seconds faster than creating a new database. */
export const setup = async (): Promise<() => Promise<void>> => {
  const template = await mkdtemp(path.join(tmpdir(), "oddskeeper-template-"));
  const database = await startEmbeddedDatabase(template);
  await database.close();
  process.env.TEST_DATA_TEMPLATE = template;
  if (process.env.TEST_DATABASE_URL === undefined)
    process.stderr.write("skipped: the suite on PostgreSQL (TEST_DATABASE_URL is not set)\n");
  // The tests' data directories are in the template's folder. After a test worker has ended, its database process may still write there for
  // a moment. So the removal is retried.
  return () => rm(template, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
};
