/** The cookie with the language of samples that the reader chose, so that pages come with it. */
export const tabCookie = "docs-tab";
