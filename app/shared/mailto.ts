/** A link that starts an email. @param address an address that the configuration has checked. */
export const mailto = (address: string, subject: string): string =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}`;
