import type { Database } from "@/db/connect";
import { fixtures } from "@/db/schema/prices";
import { restoreAccount } from "@/server/account/deletion/restore-account";
import { createKey } from "@/server/account/keys/create-key";
import { listKeys } from "@/server/account/keys/list-keys";
import { revokeKey } from "@/server/account/keys/revoke-key";
import type { AnnounceAccountChanged } from "@/server/account/owner/change-terms";
import { createAccount } from "@/server/account/owner/create-account";
import { findAccountByEmail } from "@/server/account/owner/find-account";
import { demoSnapshotsAt, demoTick } from "@/server/ingest/feeds/demo/demo-feed";
import { demoPast } from "@/server/ingest/feeds/demo/demo-past";
import { type Recorder, recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { addReport, emptyReport } from "@/server/ingest/recorder/report";
import type { LiveFeed } from "@/server/ingest/recorder/run-feed";
import { logUnmatched } from "@/server/ingest/recorder/unmatched/log-unmatched";

const demoEmail = "demo@oddskeeper.example";
const demoKeyLabel = "Demo key of the running server";

/** The feed of the simulated market. */
export const demoFeed: LiveFeed = { name: "demo", tick: demoTick };

/** Records the current prices of the simulated market. If the database has no fixtures yet, also records the market's past. */
export const seedDemo = async (recorder: Recorder): Promise<void> => {
  const [seeded] = await recorder.db.select({ id: fixtures.id }).from(fixtures).limit(1);
  const report = emptyReport();
  if (seeded === undefined) {
    const now = recorder.clock.now();
    addReport(
      report,
      await recordSnapshots(recorder, demoPast(now, recorder.archiveFrom), { clock: "recorded", now }),
    );
  }
  const now = recorder.clock.now();
  addReport(report, await recordSnapshots(recorder, demoSnapshotsAt(now), { clock: "now", now }));
  logUnmatched(recorder.log, { feed: demoFeed.name }, report);
};

/**
 * Replaces the demo account's key, so that startup can print a key. The old key cannot be printed, because the secrets of keys are not
 * stored.
 */
export const renewDemoKey = async (
  db: Database,
  announceAccountChanged: AnnounceAccountChanged,
): Promise<{ email: string; key: string }> => {
  const now = new Date();
  const made = await createAccount(db, { email: demoEmail, plan: "business" }, now);
  const account = made === "email_taken" ? await findAccountByEmail(db, demoEmail) : made;
  if (account === undefined) throw new Error("the demo account is missing");
  // A visitor may have deleted the account.
  if (account.deletedAt !== null) await restoreAccount(db, account.id);
  for (const key of await listKeys(db, account.id))
    if (key.label === demoKeyLabel && key.revokedAt === null)
      await revokeKey(db, announceAccountChanged, account.id, key.id, now);
  const created = await createKey(db, account.id, { label: demoKeyLabel, test: false }, now);
  if (typeof created === "string") throw new Error(`the demo key was not created: ${created}`);
  return { email: demoEmail, key: created.key };
};
