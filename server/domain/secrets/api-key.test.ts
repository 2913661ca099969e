import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createApiKey, parseApiKey } from "@/server/domain/secrets/api-key";

describe("API keys", () => {
  it("a key consists of a prefix and 46 base62 characters", () => {
    expect(createApiKey(false).key).toMatch(/^ok_live_[0-9A-Za-z]{46}$/);
    expect(createApiKey(true).key).toMatch(/^ok_test_[0-9A-Za-z]{46}$/);
  });

  it("a created key parses to its stored prefix, last four characters and hash", () => {
    for (const test of [true, false]) {
      const { key, identity } = createApiKey(test);
      expect(parseApiKey(key)).toEqual(identity);
      expect(identity.prefix).toBe(key.slice(0, 16));
      expect(identity.lastFour).toBe(key.slice(-4));
      expect(identity.hash).toBe(createHash("sha256").update(key).digest("hex"));
    }
  });

  it("the checksum of a key is the CRC-32 of everything before it, in base62", () => {
    // 3t1QSb is 3561437021 in base62. Another implementation of CRC-32 computed that number.
    expect(parseApiKey(`ok_live_${"0".repeat(40)}3t1QSb`)).toBeDefined();
    expect(parseApiKey(`ok_live_${"0".repeat(40)}3t1QSc`)).toBeUndefined();
  });

  it("a key is invalid if any single character after its prefix is changed", () => {
    const { key } = createApiKey(false);
    const characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: key.length - 1 }),
        fc.constantFrom(...characters),
        (at, other) => {
          fc.pre(key[at] !== other);
          expect(parseApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined();
        },
      ),
    );
  });

  it("a key with another prefix, extra characters or a different case is invalid, and so is random text", () => {
    const { key } = createApiKey(false);
    const others = [
      key.replace("live", "test"),
      ` ${key}`,
      `${key}\n`,
      key.toUpperCase(),
      "",
      "\0",
      "ok_live_",
    ];
    for (const other of others) expect(parseApiKey(other)).toBeUndefined();
    fc.assert(fc.property(fc.string(), (text) => parseApiKey(text) === undefined));
  });

  it("every character of the alphabet is about equally frequent in keys", () => {
    const counts = new Map<string, number>();
    for (let created = 0; created < 2_000; created++)
      for (const char of createApiKey(false).key.slice(8, 48)) counts.set(char, (counts.get(char) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // In 80,000 draws from 62 characters, each occurs about 1,290 times, with a standard deviation of 36. Ten deviations cannot be chance.
    for (const count of counts.values()) expect(Math.abs(count - 1290)).toBeLessThan(360);
  });

  it("different keys have different hashes", () => {
    expect(createApiKey(false).identity.hash).not.toBe(createApiKey(false).identity.hash);
  });
});
