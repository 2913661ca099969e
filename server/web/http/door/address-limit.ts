import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** The maximum number of requests without an account that one network can make per second. */
export const addressRequestsPerSecond = 10;

// An entry takes about 100 bytes. Beyond `maxNetworks` entries, the least recently used entries are evicted.
const maxNetworks = 50_000;

export type AddressWindow = {
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Whether the network has made more requests in this second than the limit allows. */
  readonly exceeded: boolean;
};

export type AddressLimit = {
  /** Counts a request. */
  readonly charge: (address: string) => AddressWindow;
  /** Reads without counting. */
  readonly peek: (address: string) => AddressWindow;
};

const prefixOf = (address: string, ipv4Bytes: number, ipv6Parts: number): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, ipv6Parts)
        .map((part) => part.toString(16))
        .join(":")
    : parsed.octets.slice(0, ipv4Bytes).join(".");
};

/** The network to which a limit applies: an IPv4 address, or the /64 of an IPv6 address. Returns malformed addresses unchanged. */
export const networkOf = (address: string): string => prefixOf(address, 4, 4);

/** The /24 of an IPv4 address, or the /48 of an IPv6 address. Returns malformed addresses unchanged. */
export const rangeOf = (address: string): string => prefixOf(address, 3, 3);

/** Limits how many calls without an account each network can make. Calls are counted in this process, per second. `now` is in ms. */
export const createAddressLimit = (now: () => number): AddressLimit => {
  const windows = new LRUCache<string, { second: number; count: number }>({ max: maxNetworks });
  const read = (address: string, charged: 0 | 1): AddressWindow => {
    const second = Math.floor(now() / 1000);
    const network = networkOf(address);
    const window = windows.get(network);
    const before = window?.second === second ? window.count : 0;
    const count = before + charged;
    if (charged === 1) windows.set(network, { second, count });
    return {
      remaining: Math.max(0, addressRequestsPerSecond - count),
      resetSeconds: 1,
      exceeded: count > addressRequestsPerSecond,
    };
  };
  return { charge: (address) => read(address, 1), peek: (address) => read(address, 0) };
};
