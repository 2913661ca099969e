import ipaddr from "ipaddr.js";

/**
 * The range of an IP address, as account owners see it: `203.0.113.x` for an IPv4 /24, `2001:db8:12::/48` for an IPv6 /48. Unlike an
 * address, a range does not identify a person. Null if `address` is not an IP address.
 */
export const nameNetwork = (address: string | undefined): string | null => {
  if (address === undefined || !ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return `${parsed.octets.slice(0, 3).join(".")}.x`;
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(":")}::/48`;
};
