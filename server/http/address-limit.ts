import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** Requests without an account that one address may make in a second. */
export const addressRequestsPerSecond = 10;

// About 100 bytes an entry; an attacker with more networks than this only forgets his own oldest ones.
const mostAddresses = 50_000;

export type AddressWindow = {
  readonly remaining: number;
  readonly resetSeconds: number;
  /** The request that was charged is one too many. */
  readonly exceeded: boolean;
};

export type AddressLimit = {
  /** Counts a request of the address. */
  readonly charge: (address: string) => AddressWindow;
  /** The same without counting. */
  readonly peek: (address: string) => AddressWindow;
};

/** An IPv6 customer holds a /64: its addresses count as one. An address that cannot be read counts as itself. */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return (parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
};

/** The limit for calls without an account: a fixed window of one second in this process. `now` in ms. */
export const createAddressLimit = (now: () => number): AddressLimit => {
  const windows = new LRUCache<string, { second: number; count: number }>({ max: mostAddresses });
  const look = (address: string, charged: 0 | 1): AddressWindow => {
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
  return { charge: (address) => look(address, 1), peek: (address) => look(address, 0) };
};
