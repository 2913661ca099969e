import ipaddr from "ipaddr.js";

type Range = ReturnType<typeof ipaddr.parseCIDR>;

const parseRange = (text: string): Range => {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
};

/** Reads the address in `10.0.0.1`, `10.0.0.1:4711`, `2001:db8::1` or `[2001:db8::1]:4711`. Undefined if malformed. */
const readAddress = (text: string): string | undefined => {
  const trimmed = text.trim();
  const bracketed = /^\[(.*)\](?::\d+)?$/.exec(trimmed)?.[1];
  const bare = bracketed ?? (/^[\d.]+:\d+$/.test(trimmed) ? trimmed.replace(/:\d+$/, "") : trimmed);
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined;
};

/** `peer` is undefined on a hosting platform without sockets. An undefined peer is trusted if any trusted proxy is configured. */
export type ResolveAddress = (peer: string | undefined, forwardedFor: string | undefined) => string;

/**
 * Finds a client's network address. Without a trusted proxy, this is the address of the socket's peer. Behind trusted proxies, it is the
 * leftmost entry of X-Forwarded-For that a trusted proxy appended. Entries further left are not trusted, because the client can write them.
 * @param trustedProxies addresses and CIDR ranges.
 * @throws if an element of `trustedProxies` is neither an address nor a range.
 */
export const createResolveAddress = (trustedProxies: readonly string[]): ResolveAddress => {
  const ranges = trustedProxies.map((text) => {
    try {
      return parseRange(text);
    } catch {
      throw new Error(`TRUSTED_PROXIES: "${text}" is neither an address nor a CIDR range`);
    }
  });
  const isTrusted = (address: string): boolean => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits));
  };
  return (peer, forwardedFor) => {
    let address = (peer === undefined ? undefined : readAddress(peer)) ?? "unknown";
    if (ranges.length === 0 || forwardedFor === undefined) return address;
    let trusted = peer === undefined || isTrusted(address);
    const hops = forwardedFor.split(",");
    while (trusted && hops.length > 0) {
      const hop = readAddress(hops.pop() ?? "");
      if (hop === undefined) break;
      address = hop;
      trusted = isTrusted(address);
    }
    return address;
  };
};
