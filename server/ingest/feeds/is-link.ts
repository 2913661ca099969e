const maxLinkLength = 500;

/** Printable ASCII without the characters that end a URL in HTML, Markdown and shells. Vendors' placeholders such as `{state}` are allowed. */
const linkForm = /^https:\/\/[!#-;=?-[\]^_a-z{|}~]+$/;

/**
 * Whether a text is a link that responses may show: an https URL of at most 500 characters, without a user name or password. Links are
 * data. The service never requests them.
 */
export const isLink = (value: unknown): value is string => {
  if (typeof value !== "string" || value.length > maxLinkLength || !linkForm.test(value)) return false;
  if (!URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === "" && password === "";
};
