import { randomUUID } from "node:crypto";
import type { Database } from "@/db/connect";
import { accounts, apiKeys } from "@/db/schema";
import { makeApiKey } from "@/server/metering/api-key";
import type { Admission, AdmissionRequest, Meter } from "@/server/metering/meter";
import type { PlanName } from "@/server/plans/plans";

export type MeteredAccount = {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
};

/** Adds a key to an account. */
export const addKey = async (db: Database, accountId: string): Promise<MeteredAccount> => {
  const { key, identity } = makeApiKey(false);
  const keyId = randomUUID();
  const createdAt = new Date(Date.now() - 1_000);
  await db
    .insert(apiKeys)
    .values({ id: keyId, accountId, ...identity, label: "test", test: false, createdAt });
  return { accountId, keyId, key };
};

/** An account with a key; its speed limit is out of the way unless one is asked for. */
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
    createdAt: terms.createdAt ?? new Date(Date.now() - 60_000),
  });
  return addKey(db, accountId);
};

const counted: Omit<AdmissionRequest, "requestId"> = { endpoint: "listOdds", cost: 1, unitMustRemain: false };
export const freeCall: Partial<AdmissionRequest> = { endpoint: "listSports", cost: 0 };

/** One call as the API makes it: identified, admitted, admitted again where the terms changed. */
export const call = async (
  meter: Meter,
  key: string,
  request: Partial<AdmissionRequest> = {},
): Promise<Admission | "unknown_key"> => {
  const hint = await meter.identifyKey(key);
  if (hint === undefined) return "unknown_key";
  const requestId = request.requestId ?? randomUUID();
  let admission = await meter.admit(hint, { ...counted, ...request, requestId });
  for (let again = 0; admission.outcome === "changed" && again < 2; again++)
    admission = await meter.admit(admission.caller, { ...counted, ...request, requestId });
  return admission;
};

export const outcomeOf = (answer: Admission | "unknown_key"): string =>
  answer === "unknown_key" ? answer : answer.outcome;
