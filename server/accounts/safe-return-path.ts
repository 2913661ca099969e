const start = "/account";

/**
 * Where to go after signing in: a path of this site, whatever was asked for.
 * @param wanted a path or an address; the account page when it is absent, malformed or leads elsewhere.
 */
export const safeReturnPath = (wanted: unknown, baseUrl: string): string => {
  if (typeof wanted !== "string" || wanted === "" || !URL.canParse(wanted, baseUrl)) return start;
  const url = new URL(wanted, baseUrl);
  if (url.origin !== new URL(baseUrl).origin) return start;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // A path of two slashes is an address of another host to whoever reads it alone; the sign-in itself is nowhere to come back to.
  if (path.startsWith("//") || path === "/" || /^\/(signin|api)(\/|\?|#|$)/.test(path)) return start;
  return path;
};
