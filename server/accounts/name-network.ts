import ipaddr from "ipaddr.js";

/**
 * The range of an address, as account owners see it: an IPv4 /24 as `203.0.113.x`, an IPv6 /48 as `2001:db8:12::/48`. It does not
 * identify a person. Null for anything else.
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
