/** The public pages that need no account. */
export const sitePages = [
  "/",
  "/pricing",
  "/docs",
  "/docs/reference",
  "/docs/errors/",
  "/docs/guides/metering",
  "/docs/guides/freshness",
  "/docs/guides/fixtures-and-starts",
  "/docs/guides/unmatched-books",
  "/docs/guides/history",
  "/docs/guides/moving-from-the-odds-api",
] as const;
