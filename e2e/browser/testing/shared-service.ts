import { setTimeout as delay } from "node:timers/promises";
import { createSeededDir } from "@/e2e/testing/seed-once";
import { trustedProxies } from "@/e2e/testing/send-request";
import { type RunningService, startService } from "@/e2e/testing/start-service";

/** What a test needs to know about a service, as plain data that the global setup can pass to Playwright's workers. */
export type BrowserService = Pick<RunningService, "url" | "dataDir"> & { readonly key: string };

/** Playwright's global setup: starts the service that most specs use. @returns a function that stops it. */
const startSharedService = async (): Promise<() => Promise<void>> => {
  // A copy of the directory in SEEDED_DIR, or else an empty directory. Specs that start a service of their own do the same.
  const { dataDir, remove } = await createSeededDir();
  // Sign-ins are limited per network, so each sign-in of a test sends its own client address in X-Forwarded-For. `trustedProxies` makes
  // the service trust this header.
  const service = await startService(dataDir, trustedProxies);
  // On a busy machine, the first read of the database may fail, and then the sign-in page returns 503.
  while ((await fetch(`${service.url}/signin`)).status !== 200) await delay(200);
  const shared: BrowserService = { url: service.url, dataDir, key: service.demoKey() };
  process.env.SHARED_SERVICE = JSON.stringify(shared);
  return async () => {
    await service.stop();
    await remove();
  };
};

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of its global setup.
export default startSharedService;

/** The service that the global setup started. */
export const sharedService = (): BrowserService => {
  const shared = process.env.SHARED_SERVICE;
  if (shared === undefined) throw new Error("the global setup has not started the shared service");
  return JSON.parse(shared) as BrowserService;
};
