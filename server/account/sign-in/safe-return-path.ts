const fallback = "/account";

/**
 * Returns the path on this site that opens after signing in.
 * @param wanted an untrusted path or URL. The account page opens instead if `wanted` is malformed, or leads to another site, the home page,
 * the sign-in page or `/api`.
 */
export const safeReturnPath = (wanted: unknown, baseUrl: string): string => {
  if (typeof wanted !== "string" || wanted === "" || !URL.canParse(wanted, baseUrl)) return fallback;
  const url = new URL(wanted, baseUrl);
  if (url.origin !== new URL(baseUrl).origin) return fallback;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Browsers read a path that begins with two slashes as another host. A sign-in that returns to the sign-in page would never end.
  if (path.startsWith("//") || path === "/" || /^\/(signin|api)(\/|\?|#|$)/.test(path)) return fallback;
  return path;
};
