import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInUses } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createAuthAdapter } from "@/server/account/sign-in/auth-adapter";
import {
  type Reservation,
  releaseUses,
  reserveUses,
  type SignInBound,
  type SpentBound,
  signInBounds,
  type Uses,
} from "@/server/account/sign-in/sign-in-bounds";
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
const isReserved = (outcome: Reservation | SpentBound): outcome is Reservation => "id" in outcome;
const bounds = Object.keys(signInBounds) as SignInBound[];
const use = (bound: SignInBound, subject: string, times: number) =>
  store.db.insert(signInUses).values(
    Array.from({ length: times }, () => ({
      bound,
      subject,
      reservationId: randomUUID(),
      expires: later(hourMs),
    })),
  );
const useUp = (bound: SignInBound, subject: string) => use(bound, subject, signInBounds[bound]);

describe.each(bounds)("%s", (bound) => {
  it(`the bound ${bound} limits the uses per hour, even if requests arrive at the same time`, async () => {
    const subject = randomUUID();
    const [left, wanted] = [3, 8];
    await use(bound, subject, signInBounds[bound] - left);
    const outcomes = await Promise.all(Array.from({ length: wanted }, () => reserve({ [bound]: subject })));
    expect(outcomes.filter(isReserved)).toHaveLength(left);
    expect(await reserve({ [bound]: subject }, later(hourMs - 1_500))).toEqual({
      spent: bound,
      retryAfterSeconds: 2,
    });
    expect(await reserve({ [bound]: randomUUID() })).toHaveProperty("id");
    expect(await reserve({ [bound]: subject }, later(hourMs + 1))).toHaveProperty("id");
  });
});

it("if one bound rejects an email, no other bound counts this email", async () => {
  const [address, network] = [randomUUID(), randomUUID()];
  await useUp("mailToAddress", address);
  const uses = { mailFromNetwork: network, mailToAddress: address };
  for (let attempt = 0; attempt < signInBounds.mailFromNetwork; attempt++)
    expect(await reserve(uses)).toMatchObject({ spent: "mailToAddress" });
  expect(await reserve({ mailFromNetwork: network })).toHaveProperty("id");
});

it("if the bounds of a network and of an email address are both spent, only the bound of the network is reported", async () => {
  const [address, network] = [randomUUID(), randomUUID()];
  await useUp("mailToAddress", address);
  await useUp("mailFromNetwork", network);
  expect(await reserve({ mailFromNetwork: network, mailToAddress: address })).toMatchObject({
    spent: "mailFromNetwork",
  });
});

it("if a reservation's use of one bound is released, its uses of the other bounds still count, and a sign-in link that was already sent still works", async () => {
  const [address, network] = [`${randomUUID()}@example.com`, randomUUID()];
  const link = { identifier: address, token: randomUUID(), expires: later(2 * hourMs) };
  await createAuthAdapter(store.db, () => now.getTime(), client).createVerificationToken(link);
  const uses = { mailFromNetwork: network, mailToAddress: address };
  for (let attempt = 0; attempt < signInBounds.mailFromNetwork; attempt++) {
    const outcome = await reserve(uses);
    if (!isReserved(outcome)) throw new Error("the bound is spent");
    await releaseUses(store.db, outcome, { mailToAddress: address });
  }
  expect(await reserve(uses)).toMatchObject({ spent: "mailFromNetwork" });
  expect(await reserve({ mailToAddress: address })).toHaveProperty("id");
  expect(await useLinkToken(store.db, link, now)).toMatchObject({ identifier: address });
});
