import { describe, expect, test } from "vitest";
import { createResolveAddress } from "@/server/web/http/door/client-address";

test("without trusted proxies, X-Forwarded-For is ignored", () => {
  expect(createResolveAddress([])("192.0.2.1", "203.0.113.9")).toBe("192.0.2.1");
});

describe("X-Forwarded-For behind trusted proxies", () => {
  const resolve = createResolveAddress(["10.0.0.0/8", "2001:db8:ffff::/48", "192.0.2.7"]);

  test.each([
    ["the address that a trusted proxy appended", "10.1.2.3", "203.0.113.9", "203.0.113.9"],
    [
      "the address that a trusted proxy appended, not an earlier one that the client sent,",
      "10.1.2.3",
      "198.51.100.1, 203.0.113.9",
      "203.0.113.9",
    ],
    [
      "the last address that does not belong to a trusted proxy",
      "10.1.2.3",
      "203.0.113.9, 192.0.2.7, 10.9.9.9",
      "203.0.113.9",
    ],
    [
      "the address appended by a trusted proxy, whose own IPv4 address is written as IPv6,",
      "::ffff:10.1.2.3",
      "203.0.113.9",
      "203.0.113.9",
    ],
    ["the IPv4 address of an entry, without its port,", "10.1.2.3", "203.0.113.9:4711", "203.0.113.9"],
    [
      "the IPv6 address of an entry, without its port,",
      "2001:db8:ffff::1",
      "[2001:db8::5]:443",
      "2001:db8::5",
    ],
    ["the peer's address, if the last entry is malformed,", "10.1.2.3", "203.0.113.9, garbage", "10.1.2.3"],
    ["the peer's address, if the header is missing,", "10.1.2.3", undefined, "10.1.2.3"],
    [
      "the address of an untrusted peer, whatever its header says,",
      "203.0.113.50",
      "198.51.100.1",
      "203.0.113.50",
    ],
  ])("%s is the client's address", (_, peer, forwardedFor, address) => {
    expect(resolve(peer, forwardedFor)).toBe(address);
  });

  test("without a peer address, the last entry of X-Forwarded-For is the client's address", () => {
    expect(resolve(undefined, "198.51.100.1, 203.0.113.9")).toBe("203.0.113.9");
  });
});

test("an invalid entry in the list of trusted proxies causes an error that names the entry", () => {
  expect(() => createResolveAddress(["10.0.0.0/8", "proxy.internal"])).toThrow(/proxy\.internal/);
  expect(() => createResolveAddress(["10.0.0.0/99"])).toThrow(/10\.0\.0\.0\/99/);
});
