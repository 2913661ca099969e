/** Stores the reader's choice of sample language, so that the server renders pages with it. */
export const tabCookie = "docs-tab";
