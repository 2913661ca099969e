import { beforeEach, expect, test } from "vitest";
import { addressRequestsPerSecond } from "@/server/web/http/door/address-limit";
import { createLookUpSession, type LookUpSession } from "@/server/web/http/website/look-up-session";

const session = { accountId: "a", email: "a@example.com", plan: "free", sessionId: "s" } as const;
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

const lookUpUnknown = async (times: number, address: string): Promise<void> => {
  for (let n = 0; n < times; n++) await lookUp(`wrong ${n}`, address);
};

test("after ten unknown cookies from one network in a second, further cookies from that network are not looked up", async () => {
  await lookUpUnknown(addressRequestsPerSecond, "2001:db8::1");
  expect(await lookUp("right", "2001:db8::2")).toBe("too_many");
  expect(lookedUp).toHaveLength(addressRequestsPerSecond);
  expect(await lookUp("right", "192.0.2.1")).toEqual(session);
  now = 1_000;
  expect(await lookUp("right", "2001:db8::2")).toEqual(session);
});

test("cookies with a session do not count against their network's limit of ten unknown cookies per second", async () => {
  for (let n = 0; n < 3 * addressRequestsPerSecond; n++)
    expect(await lookUp("right", "192.0.2.1")).toEqual(session);
  await lookUpUnknown(addressRequestsPerSecond - 1, "192.0.2.1");
  expect(await lookUp("right", "192.0.2.1")).toEqual(session);
});

test("if one network sends 500 cookies at the same time, only unknown cookies count against its limit of ten per second", async () => {
  const found = await Promise.all(
    Array.from({ length: 500 }, (_, n) => lookUp(n < 50 ? "right" : `wrong ${n}`, "192.0.2.1")),
  );
  expect(found.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => session));
  expect(lookedUp.filter((cookie) => cookie !== "right")).toHaveLength(addressRequestsPerSecond);
  expect(found.filter((visitor) => visitor === "too_many")).toHaveLength(450 - addressRequestsPerSecond);
});
