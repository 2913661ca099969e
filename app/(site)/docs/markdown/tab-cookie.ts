/** The cookie that stores the reader's choice of language, so that the server renders samples in that language. */
export const tabCookie = "docs-tab";
