import { describe, expect, test } from "vitest";
import { createResolveAddress } from "@/server/http/door/client-address";

test("without trusted proxies, X-Forwarded-For is ignored", () => {
  expect(createResolveAddress([])("192.0.2.1", "203.0.113.9")).toBe("192.0.2.1");
});

describe("behind trusted proxies", () => {
  const resolve = createResolveAddress(["10.0.0.0/8", "2001:db8:ffff::/48", "192.0.2.7"]);

  test.each([
    ["the entry that the trusted proxy appended", "10.1.2.3", "203.0.113.9", "203.0.113.9"],
    [
      "the appended entry, not the client's entry before it,",
      "10.1.2.3",
      "198.51.100.1, 203.0.113.9",
      "203.0.113.9",
    ],
    [
      "the entry before a chain of trusted proxies",
      "10.1.2.3",
      "203.0.113.9, 192.0.2.7, 10.9.9.9",
      "203.0.113.9",
    ],
    [
      "the entry of a trusted proxy whose IPv4 address is in IPv6 form",
      "::ffff:10.1.2.3",
      "203.0.113.9",
      "203.0.113.9",
    ],
    ["an entry with a port", "10.1.2.3", "203.0.113.9:4711", "203.0.113.9"],
    ["an IPv6 entry with a port", "2001:db8:ffff::1", "[2001:db8::5]:443", "2001:db8::5"],
    ["the peer, if the entry is malformed,", "10.1.2.3", "203.0.113.9, garbage", "10.1.2.3"],
    ["the peer, if there is no entry,", "10.1.2.3", undefined, "10.1.2.3"],
    ["an untrusted peer, despite the header,", "203.0.113.50", "198.51.100.1", "203.0.113.50"],
  ])("%s is the client's address", (_, peer, forwardedFor, address) => {
    expect(resolve(peer, forwardedFor)).toBe(address);
  });

  test("without a peer address, the last entry of X-Forwarded-For is the client's address", () => {
    expect(resolve(undefined, "198.51.100.1, 203.0.113.9")).toBe("203.0.113.9");
  });
});

test("an invalid entry in the list of trusted proxies throws an error with that entry", () => {
  expect(() => createResolveAddress(["10.0.0.0/8", "proxy.internal"])).toThrow(/proxy\.internal/);
  expect(() => createResolveAddress(["10.0.0.0/99"])).toThrow(/10\.0\.0\.0\/99/);
});
