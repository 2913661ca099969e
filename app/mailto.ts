/** A link that starts an email. @param address an address that the configuration has checked. */
export const mailto = (address: string, subject: string, body = ""): string => {
  const fields = [`subject=${encodeURIComponent(subject)}`, body && `body=${encodeURIComponent(body)}`];
  return `mailto:${address}?${fields.filter(Boolean).join("&")}`;
};
