/** The name of the cookie that stores which tab of the code samples the reader chose. The server renders that tab as the open one. */
export const tabCookie = "docs-tab";
