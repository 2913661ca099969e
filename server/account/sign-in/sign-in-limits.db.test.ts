import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInUses } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createAuthAdapter } from "@/server/account/sign-in/auth-adapter";
import {
  type Reservation,
  releaseUses,
  reserveUses,
  type SignInLimit,
  type SpentLimit,
  signInLimits,
  type Uses,
} from "@/server/account/sign-in/sign-in-limits";
import { useLinkToken } from "@/server/account/sign-in/sign-in-tokens";
import { hourMs } from "@/server/domain/durations";

const now = new Date("2026-11-21T10:00:00.000Z");
const later = (ms: number) => new Date(now.getTime() + ms);

const client = { device: "Firefox on Linux", network: "203.0.113.x", way: "email link" } as const;

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const reserve = (uses: Uses, at = now) => reserveUses(store.db, uses, at);
const isReserved = (outcome: Reservation | SpentLimit): outcome is Reservation => "id" in outcome;
const limits = Object.keys(signInLimits) as SignInLimit[];
const use = (limit: SignInLimit, subject: string, times: number) =>
  store.db.insert(signInUses).values(
    Array.from({ length: times }, () => ({
      bound: limit,
      subject,
      reservationId: randomUUID(),
      expires: later(hourMs),
    })),
  );
const useUp = (limit: SignInLimit, subject: string) => use(limit, subject, signInLimits[limit]);

describe.each(limits)("%s", (limit) => {
  it(`the limit ${limit} limits the uses per hour, even if requests arrive at the same time`, async () => {
    const subject = randomUUID();
    const [left, wanted] = [3, 8];
    await use(limit, subject, signInLimits[limit] - left);
    const outcomes = await Promise.all(Array.from({ length: wanted }, () => reserve({ [limit]: subject })));
    expect(outcomes.filter(isReserved)).toHaveLength(left);
    expect(await reserve({ [limit]: subject }, later(hourMs - 1_500))).toEqual({
      spent: limit,
      retryAfterSeconds: 2,
    });
    expect(await reserve({ [limit]: randomUUID() })).toHaveProperty("id");
    expect(await reserve({ [limit]: subject }, later(hourMs + 1))).toHaveProperty("id");
  });
});

it("if one limit rejects an email, no other limit counts this email", async () => {
  const [address, network] = [randomUUID(), randomUUID()];
  await useUp("mailToAddress", address);
  const uses = { mailFromNetwork: network, mailToAddress: address };
  for (let attempt = 0; attempt < signInLimits.mailFromNetwork; attempt++)
    expect(await reserve(uses)).toMatchObject({ spent: "mailToAddress" });
  expect(await reserve({ mailFromNetwork: network })).toHaveProperty("id");
});

it("if the limits of a network and of an email address are both spent, only the limit of the network is reported", async () => {
  const [address, network] = [randomUUID(), randomUUID()];
  await useUp("mailToAddress", address);
  await useUp("mailFromNetwork", network);
  expect(await reserve({ mailFromNetwork: network, mailToAddress: address })).toMatchObject({
    spent: "mailFromNetwork",
  });
});

it("if a reservation's use of one limit is released, its uses of the other limits still count, and a sign-in link that was already sent still works", async () => {
  const [address, network] = [`${randomUUID()}@example.com`, randomUUID()];
  const link = { identifier: address, token: randomUUID(), expires: later(2 * hourMs) };
  await createAuthAdapter(store.db, () => now.getTime(), client).createVerificationToken(link);
  const uses = { mailFromNetwork: network, mailToAddress: address };
  for (let attempt = 0; attempt < signInLimits.mailFromNetwork; attempt++) {
    const outcome = await reserve(uses);
    if (!isReserved(outcome)) throw new Error("the limit is spent");
    await releaseUses(store.db, outcome, { mailToAddress: address });
  }
  expect(await reserve(uses)).toMatchObject({ spent: "mailFromNetwork" });
  expect(await reserve({ mailToAddress: address })).toHaveProperty("id");
  expect(await useLinkToken(store.db, link, now)).toMatchObject({ identifier: address });
});
