/** Requests, headers, field names and placeholders, as they appear in plain texts. */
const codes =
  /`[^`]*`|\b(?:GET|POST|DELETE) \/[\w/{}.-]*[\w/}]|Authorization: Bearer(?: <[A-Z_]+>)?|\bX-[A-Z][A-Za-z-]+|\bRetry-After\b|\b[a-z]+(?:_[a-z]+)+\b/g;

/** Marks what is code in a plain text, such as an error's explanation, as code in Markdown. */
export const codeInText = (text: string): string =>
  text.replaceAll(codes, (code) => (code.startsWith("`") ? code : `\`${code}\``));
