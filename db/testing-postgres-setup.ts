import { postgresDatabase } from "@/db/testing";

/** Creates one migrated database for the whole run. Tests copy it, which takes a third of the time of migrating a new database. */
export const setup = async (): Promise<() => Promise<void>> => {
  const { address, close } = await postgresDatabase();
  process.env.TEST_DATABASE_TEMPLATE = "url" in address ? new URL(address.url).pathname.slice(1) : undefined;
  return close;
};
