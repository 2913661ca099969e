/** The name of the cookie that stores which tab of a code sample the reader chose last. The server renders this tab as the open tab. */
export const tabCookie = "docs-tab";
