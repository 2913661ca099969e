import ipaddr from "ipaddr.js";

/**
 * Names the range of an address for account owners: an IPv4 /24 as `203.0.113.x`, an IPv6 /48 as `2001:db8:12::/48`. A range does not
 * identify a person. Null if `address` is not an IP address.
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
