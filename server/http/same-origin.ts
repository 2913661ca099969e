/**
 * Whether a request that acts on a session cookie was sent by a page of this site. Browsers state it in headers that no page can set;
 * a request that states nothing comes from no page.
 * @param baseUrl the site's public address.
 */
export const isSameOrigin = (headers: Headers, baseUrl: string): boolean => {
  const fetchSite = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (fetchSite === null && origin === null) return false;
  if (fetchSite !== null && fetchSite !== "same-origin") return false;
  return origin === null || origin === new URL(baseUrl).origin;
};
