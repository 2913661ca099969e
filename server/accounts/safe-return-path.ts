const fallback = "/account";

/**
 * Returns the path on this site that opens after signing in.
 * @param wanted an untrusted path or URL. The account page replaces a malformed URL, another site, the home page, the sign-in page and
 * paths under `/api`.
 */
export const safeReturnPath = (wanted: unknown, baseUrl: string): string => {
  if (typeof wanted !== "string" || wanted === "" || !URL.canParse(wanted, baseUrl)) return fallback;
  const url = new URL(wanted, baseUrl);
  if (url.origin !== new URL(baseUrl).origin) return fallback;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Browsers read a path that begins with two slashes as another host. A return to the sign-in page would loop.
  if (path.startsWith("//") || path === "/" || /^\/(signin|api)(\/|\?|#|$)/.test(path)) return fallback;
  return path;
};
