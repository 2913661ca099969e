import { expect, test } from "vitest";
import {
  addressRequestsPerSecond,
  createAddressLimit,
  networkOf,
  rangeOf,
} from "@/server/web/http/door/address-limit";

test("each address can make ten requests per second", () => {
  let now = 5_000;
  const limit = createAddressLimit(() => now);
  const charge = () => limit.charge("192.0.2.1");
  for (let index = 0; index < addressRequestsPerSecond; index++) expect(charge().exceeded).toBe(false);
  expect(charge()).toEqual({ remaining: 0, resetSeconds: 1, exceeded: true });
  expect(limit.charge("192.0.2.2").exceeded).toBe(false);
  now = 6_000;
  expect(charge()).toEqual({ remaining: 9, resetSeconds: 1, exceeded: false });
});

test("reading the limit does not count as a request", () => {
  const limit = createAddressLimit(() => 0);
  for (let index = 0; index < 50; index++) limit.peek("192.0.2.1");
  expect(limit.peek("192.0.2.1")).toEqual({ remaining: 10, resetSeconds: 1, exceeded: false });
});

test("two IPv6 addresses share a limit only if they are in the same /64 network", () => {
  expect(networkOf("2001:db8:1:2::1")).toBe(networkOf("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
  expect(networkOf("fe80::1%eth0")).toBe(networkOf("fe80::2"));
});

test("an IPv4 address and its IPv6 form share a limit", () => {
  expect(networkOf("::ffff:192.0.2.1")).toBe(networkOf("192.0.2.1"));
  expect(networkOf("192.0.2.1")).not.toBe(networkOf("192.0.2.2"));
});

test("a range is a /48 of IPv6 addresses or a /24 of IPv4 addresses", () => {
  expect(rangeOf("2001:db8:1:2::1")).toBe(rangeOf("2001:db8:1:ffff::1"));
  expect(rangeOf("2001:db8:1:2::1")).not.toBe(rangeOf("2001:db8:2:2::1"));
  expect(rangeOf("192.0.2.1")).toBe(rangeOf("::ffff:192.0.2.255"));
  expect(rangeOf("192.0.2.1")).not.toBe(rangeOf("192.0.3.1"));
});
