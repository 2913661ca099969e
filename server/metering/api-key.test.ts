import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeApiKey, parseApiKey } from "@/server/metering/api-key";

describe("API key", () => {
  it("has the prefix, 40 random characters and a 6 character checksum, all base62", () => {
    expect(makeApiKey(false).key).toMatch(/^ok_live_[0-9A-Za-z]{46}$/);
    expect(makeApiKey(true).key).toMatch(/^ok_test_[0-9A-Za-z]{46}$/);
  });

  it("is recognised again, with the parts that a record shows", () => {
    for (const test of [true, false]) {
      const { key, identity } = makeApiKey(test);
      expect(parseApiKey(key)).toEqual(identity);
      expect(identity.prefix).toBe(key.slice(0, 16));
      expect(identity.lastFour).toBe(key.slice(-4));
      expect(identity.hash).toBe(createHash("sha256").update(key).digest("hex"));
    }
  });

  it("carries the CRC-32 of all before it in base62", () => {
    // The checksum 3561437021 comes from another implementation of CRC-32.
    expect(parseApiKey(`ok_live_${"0".repeat(40)}3t1QSb`)).toBeDefined();
    expect(parseApiKey(`ok_live_${"0".repeat(40)}3t1QSc`)).toBeUndefined();
  });

  it("is refused with any one character changed", () => {
    const { key } = makeApiKey(false);
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

  it("is refused with the other prefix, with anything around it, and as any other text", () => {
    const { key } = makeApiKey(false);
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

  it("uses every character of the alphabet about equally", () => {
    const counts = new Map<string, number>();
    for (let made = 0; made < 2_000; made++)
      for (const char of makeApiKey(false).key.slice(8, 48)) counts.set(char, (counts.get(char) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 80,000 draws over 62 characters: 1,290 each, standard deviation 36; ten of them never happen by chance.
    for (const count of counts.values()) expect(Math.abs(count - 1290)).toBeLessThan(360);
  });

  it("hashes differ for different keys", () => {
    expect(makeApiKey(false).identity.hash).not.toBe(makeApiKey(false).identity.hash);
  });
});
