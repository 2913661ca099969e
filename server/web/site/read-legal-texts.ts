import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { ConfigError } from "@/server/config";

/** A page in Markdown that the operator supplied. */
export type LegalText = { readonly title: string; readonly text: string };

export type LegalTexts = { readonly [name in "terms" | "privacy"]?: LegalText };

const files = [
  { name: "terms", title: "Terms of service" },
  { name: "privacy", title: "Privacy policy" },
] as const;

const maxBytes = 256 * 1024;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** Splits off a heading at the beginning: `# Title`. */
const splitTitle = (markdown: string, defaultTitle: string): LegalText => {
  const [, title, text] = /^\s*# +(.+?)(?: +#+)? *(?:\r?\n([\s\S]*))?$/.exec(markdown) ?? [];
  return title === undefined
    ? { title: defaultTitle, text: markdown.trim() }
    : { title: title.trim(), text: (text ?? "").trim() };
};

const readMarkdown = async (file: string, name: string): Promise<string | undefined> => {
  const bytes = await readFile(/* turbopackIgnore: true */ file).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw new ConfigError(`LEGAL_DIR: ${name} cannot be read`);
  });
  if (bytes === undefined) return undefined;
  if (bytes.length > maxBytes) throw new ConfigError(`LEGAL_DIR: ${name} has more than ${maxBytes} bytes`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ConfigError(`LEGAL_DIR: ${name} is not UTF-8`);
  }
};

/**
 * Reads `terms.md` and `privacy.md` of LEGAL_DIR. Either may be missing.
 * @throws ConfigError if the folder is missing, or if a file is unreadable, too long or not UTF-8, or has no text besides its title.
 */
export const readLegalTexts = async (legalDir: string | undefined): Promise<LegalTexts> => {
  if (legalDir === undefined) return {};
  // Missing or unreadable: the message is the same.
  const isFolder = await stat(legalDir).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new ConfigError("LEGAL_DIR: must be a folder that can be read");
  const texts = await Promise.all(
    files.map(async ({ name, title }) => {
      const markdown = await readMarkdown(path.join(legalDir, `${name}.md`), `${name}.md`);
      if (markdown === undefined) return {};
      const legal = splitTitle(markdown, title);
      if (legal.text === "") throw new ConfigError(`LEGAL_DIR: ${name}.md has no text`);
      return { [name]: legal };
    }),
  );
  return Object.assign({}, ...texts) as LegalTexts;
};
