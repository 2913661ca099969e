/** Matches requests, headers and field names in plain text. */
const codes =
  /`[^`]*`|\b(?:GET|POST|DELETE) \/[\w/{}.-]*[\w/}]|Authorization: Bearer(?: <[A-Z_]+>)?|\bX-[A-Z][A-Za-z-]+|\bRetry-After\b|\b[a-z]+(?:_[a-z]+)+\b/g;

/** Adds Markdown's code marks to the code in a plain text, such as an error's explanation. */
export const codeInText = (text: string): string =>
  text.replaceAll(codes, (code) => (code.startsWith("`") ? code : `\`${code}\``));
