import { describe, expect, test } from "vitest";
import { createResolveAddress } from "@/server/http/client-address";

test("without trusted proxies X-Forwarded-For counts for nothing", () => {
  expect(createResolveAddress([])("192.0.2.1", "203.0.113.9")).toBe("192.0.2.1");
});

describe("behind trusted proxies", () => {
  const resolve = createResolveAddress(["10.0.0.0/8", "2001:db8:ffff::/48", "192.0.2.7"]);

  test.each([
    ["the entry that our proxy appended", "10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["not what the client wrote before it", "10.1.2.3", "198.51.100.1, 203.0.113.9", "203.0.113.9"],
    ["through a chain of ours", "10.1.2.3", "203.0.113.9, 192.0.2.7, 10.9.9.9", "203.0.113.9"],
    ["an IPv4 peer in IPv6 form", "::ffff:10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["with a port", "10.1.2.3", "203.0.113.9:4711", "203.0.113.9"],
    ["IPv6 with a port", "2001:db8:ffff::1", "[2001:db8::5]:443", "2001:db8::5"],
    ["the peer where the entry cannot be read", "10.1.2.3", "203.0.113.9, garbage", "10.1.2.3"],
    ["the peer where there is no entry", "10.1.2.3", undefined, "10.1.2.3"],
    ["an untrusted peer, whatever it claims", "203.0.113.50", "198.51.100.1", "203.0.113.50"],
  ])("%s is the address", (_, peer, forwardedFor, address) => {
    expect(resolve(peer, forwardedFor)).toBe(address);
  });

  test("where a platform hides the socket, its own entry counts", () => {
    expect(resolve(undefined, "198.51.100.1, 203.0.113.9")).toBe("203.0.113.9");
  });
});

test("an entry that is no address stops the start and is named", () => {
  expect(() => createResolveAddress(["10.0.0.0/8", "proxy.internal"])).toThrow(/proxy\.internal/);
  expect(() => createResolveAddress(["10.0.0.0/99"])).toThrow(/10\.0\.0\.0\/99/);
});
