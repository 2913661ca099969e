import { randomUUID } from "node:crypto";
import type { Database } from "@/db/connect";
import { accounts, apiKeys } from "@/db/schema/accounts";
import { createIdentifyKey } from "@/server/account/keys/identify-key";
import type { Admission, AdmissionRequest, Caller, Meter } from "@/server/account/metering/meter";
import { minuteMs } from "@/server/domain/durations";
import type { PlanName } from "@/server/domain/plans/plans";
import { createApiKey } from "@/server/domain/secrets/api-key";

export type MeteredAccount = {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
};

/** Adds a key to an account. */
export const addKey = async (db: Database, accountId: string): Promise<MeteredAccount> => {
  const { key, identity } = createApiKey(false);
  const keyId = randomUUID();
  const createdAt = new Date(Date.now() - 1_000);
  await db
    .insert(apiKeys)
    .values({ id: keyId, accountId, ...identity, label: "test", test: false, createdAt });
  return { accountId, keyId, key };
};

/** Adds an account with a key. By default, the speed limit is too high for a test to reach. */
export const addMeteredAccount = async (
  db: Database,
  terms: {
    readonly plan?: PlanName;
    readonly allowance?: number;
    readonly speedLimit?: number;
    readonly createdAt?: Date;
  } = {},
): Promise<MeteredAccount> => {
  const accountId = randomUUID();
  await db.insert(accounts).values({
    id: accountId,
    email: `${accountId}@example.com`,
    plan: terms.plan ?? "growth",
    allowance: terms.allowance ?? null,
    speedLimit: terms.speedLimit ?? 1_000_000,
    createdAt: terms.createdAt ?? new Date(Date.now() - minuteMs),
  });
  return addKey(db, accountId);
};

const counted: AdmissionRequest = { cost: 1, unitMustRemain: false };
export const freeCall: Partial<AdmissionRequest> = { cost: 0 };

/** Makes one call as the API does: identifies the caller, admits the call, and admits it again if the terms changed. */
export const call = async (
  meter: Meter,
  key: string,
  request: Partial<AdmissionRequest> = {},
  confirmFirst = false,
): Promise<Admission | "unknown_key"> => {
  const cached = await createIdentifyKey(meter)(key);
  if (cached === undefined) return "unknown_key";
  let caller: Caller = cached;
  const whole = { ...counted, ...request };
  for (let attempt = 1; ; attempt++) {
    const confirmation = confirmFirst ? await meter.confirm(caller) : undefined;
    const isConfirmed = confirmation === undefined || confirmation.outcome === "admitted";
    const admission: Admission = isConfirmed ? await meter.admit(caller, whole, confirmation) : confirmation;
    if (admission.outcome !== "changed" || attempt === 3) return admission;
    caller = admission.caller;
  }
};

export const outcomeOf = (admission: Admission | "unknown_key"): string =>
  admission === "unknown_key" ? admission : admission.outcome;
