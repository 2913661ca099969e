import Bowser from "bowser";

/**
 * The maximum number of characters of the `User-Agent` header that Bowser gets. Most headers are shorter. Bowser searches the text with
 * many patterns, which would be slow for a very long header.
 */
const maxReadLength = 300;
const maxNameLength = 30;

/** Bowser can copy text from the header into a name, and the client chooses the header. So only plain characters are kept. */
const plain = (name: string | undefined): string | undefined => {
  const kept = name
    ?.replace(/[^\w .+-]/g, "")
    .trim()
    .slice(0, maxNameLength);
  return kept === "" ? undefined : kept;
};

/** Browser and system in words, such as `Firefox on Linux`. Null if the header names neither. */
export const nameDevice = (userAgent: string | null): string | null => {
  const read = (userAgent ?? "").slice(0, maxReadLength);
  if (read === "") return null;
  const { browser, os } = Bowser.parse(read);
  const [browserName, osName] = [plain(browser.name), plain(os.name)];
  if (browserName === undefined) return osName ?? null;
  return osName === undefined ? browserName : `${browserName} on ${osName}`;
};
