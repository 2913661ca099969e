/** The name of the cookie with the code samples' tab that the reader chose last. The server renders this tab as the open tab. */
export const tabCookie = "docs-tab";
