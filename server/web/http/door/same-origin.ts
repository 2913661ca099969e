/**
 * Whether a page of this site sent the request. Browsers set Sec-Fetch-Site and Origin, and a page cannot change them. A request with
 * neither header is not from a page.
 * @param baseUrl the public URL of the site.
 */
export const isSameOrigin = (headers: Headers, baseUrl: string): boolean => {
  const fetchSite = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (fetchSite === null && origin === null) return false;
  if (fetchSite !== null && fetchSite !== "same-origin") return false;
  return origin === null || origin === new URL(baseUrl).origin;
};
