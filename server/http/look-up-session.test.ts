import { beforeEach, expect, test } from "vitest";
import { addressRequestsPerSecond } from "@/server/http/address-limit";
import { createLookUpSession, type LookUpSession } from "@/server/http/look-up-session";

const session = { accountId: "a", email: "a@example.com", sessionId: "s" };
let now: number;
let lookedUp: string[];
let lookUp: LookUpSession;
beforeEach(() => {
  now = 0;
  lookedUp = [];
  lookUp = createLookUpSession(
    async (cookie) => {
      lookedUp.push(cookie);
      return cookie === "right" ? session : undefined;
    },
    () => now,
  );
});

const guess = async (times: number, address: string): Promise<void> => {
  for (let n = 0; n < times; n++) await lookUp(`wrong ${n}`, address);
};

test("a network that presents too many cookies that are none has no other looked up in that second", async () => {
  await guess(addressRequestsPerSecond, "2001:db8::1");
  expect(await lookUp("right", "2001:db8::2")).toBe("too_many");
  expect(lookedUp).toHaveLength(addressRequestsPerSecond);
  expect(await lookUp("right", "192.0.2.1")).toEqual(session);
  now = 1_000;
  expect(await lookUp("right", "2001:db8::2")).toEqual(session);
});

test("sessions do not count", async () => {
  for (let n = 0; n < 3 * addressRequestsPerSecond; n++)
    expect(await lookUp("right", "192.0.2.1")).toEqual(session);
  await guess(addressRequestsPerSecond - 1, "192.0.2.1");
  expect(await lookUp("right", "192.0.2.1")).toEqual(session);
});

test("cookies that are presented at once are bounded as those one after the other, and sessions among them are found", async () => {
  const found = await Promise.all(
    Array.from({ length: 500 }, (_, n) => lookUp(n < 50 ? "right" : `wrong ${n}`, "192.0.2.1")),
  );
  expect(found.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => session));
  expect(lookedUp.filter((cookie) => cookie !== "right")).toHaveLength(addressRequestsPerSecond);
  expect(found.filter((visitor) => visitor === "too_many")).toHaveLength(450 - addressRequestsPerSecond);
});
