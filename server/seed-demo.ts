import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { createAccount } from "@/server/accounts/create-account";
import { createKey } from "@/server/accounts/create-key";
import { findAccountByEmail } from "@/server/accounts/find-account";
import { listKeys } from "@/server/accounts/list-keys";
import type { AccountKeys } from "@/server/api/account-keys-service";
import { demoSnapshotsAt, demoTick } from "@/server/feeds/demo/demo-feed";
import { demoPast } from "@/server/feeds/demo/demo-past";
import type { Recorder } from "@/server/recorder/record-snapshots";
import { recordSnapshots } from "@/server/recorder/record-snapshots";
import type { LiveFeed } from "@/server/recorder/run-feed";

const demoEmail = "demo@oddskeeper.example";
const demoKeyLabel = "Demo key of the running server";

/** The simulated market as a live source. */
export const demoFeed: LiveFeed = { name: "demo", tick: demoTick };

/**
 * Records what the simulated market quotes now, so that the board is whole from the start, and before it, once, its past: a database
 * that holds fixtures already has one.
 */
export const seedDemo = async (recorder: Recorder): Promise<void> => {
  const [found] = await recorder.db.execute<{ seeded: boolean }>(
    sql`select exists (select from fixtures) as seeded`,
  );
  if (!found?.seeded) {
    const now = recorder.clock.now();
    await recordSnapshots(recorder, demoPast(now, recorder.archiveFrom), { clock: "recorded", now });
  }
  const now = recorder.clock.now();
  await recordSnapshots(recorder, demoSnapshotsAt(now), { clock: "now", now });
};

/** The demo account's key of this start: secrets are not stored, so the last start's key is revoked and a new one made. */
export const renewDemoKey = async (
  db: Database,
  keys: AccountKeys,
): Promise<{ email: string; key: string }> => {
  const now = new Date();
  const made = await createAccount(db, { email: demoEmail, plan: "business" }, now);
  const account = made === "email_taken" ? await findAccountByEmail(db, demoEmail) : made;
  if (account === undefined) throw new Error("the demo account is gone");
  for (const key of await listKeys(db, account.id))
    if (key.label === demoKeyLabel && key.revokedAt === null) await keys.revoke(account.id, key.id);
  const created = await createKey(db, account.id, { label: demoKeyLabel, test: false }, now);
  if (typeof created === "string") throw new Error(`the demo key was not made: ${created}`);
  return { email: demoEmail, key: created.key };
};
