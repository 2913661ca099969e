/** At least one public page of each kind. */
export const sitePages = [
  "/",
  "/pricing",
  "/status",
  "/docs",
  "/docs/errors/",
  "/docs/guides/api-keys",
  "/docs/guides/polling-and-caching",
  "/docs/guides/how-feeds-go-wrong",
  "/docs/guides/moving-from-the-odds-api",
  "/docs/reference",
  "/docs/reference/list-odds",
  "/docs/reference/create-key",
  "/docs/coverage",
  "/docs/coverage/markets",
  "/docs/coverage/books/pinnacle",
  "/docs/changelog",
] as const;
