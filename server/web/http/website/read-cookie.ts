/** Finds a cookie in a Cookie header. Undefined if the header lacks it, or if its value is empty. */
export const readCookie = (header: string | undefined, name: string): string | undefined => {
  for (const pair of header?.split(";") ?? []) {
    const at = pair.indexOf("=");
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    return pair.slice(at + 1).trim() || undefined;
  }
  return undefined;
};
