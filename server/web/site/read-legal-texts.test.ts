import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError } from "@/server/config";
import { readLegalTexts } from "@/server/web/site/read-legal-texts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-legal-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, text: string | Uint8Array) => writeFile(path.join(folder, name), text);

test("if LEGAL_DIR is not set or its folder is empty, there are no legal texts", async () => {
  expect(await readLegalTexts(undefined)).toEqual({});
  expect(await readLegalTexts(folder)).toEqual({});
});

test("a heading at the beginning is the title, and a text without a heading gets the default title", async () => {
  await write("terms.md", "\n# Rules of use #\r\n\r\nBe kind.\n\n# Second\n");
  await write("privacy.md", "We store your email address.\n");
  expect(await readLegalTexts(folder)).toEqual({
    terms: { title: "Rules of use", text: "Be kind.\n\n# Second" },
    privacy: { title: "Privacy policy", text: "We store your email address." },
  });
});

test.each([
  ["a blank file", "terms.md", " \n", "terms.md has no text"],
  ["a file with only a title", "terms.md", "# Terms\n", "terms.md has no text"],
  ["a file that is not UTF-8", "privacy.md", new Uint8Array([0x61, 0xff, 0xfe]), "privacy.md is not UTF-8"],
  ["a file that is too large", "privacy.md", "x".repeat(262_145), "privacy.md has more than 262144 bytes"],
])("%s prevents startup with an error that names the file", async (_, name, text, message) => {
  await write(name, text);
  await expect(readLegalTexts(folder)).rejects.toThrow(new ConfigError(`LEGAL_DIR: ${message}`));
});

test("a LEGAL_DIR that does not exist, or that is a file, prevents startup", async () => {
  const message = "LEGAL_DIR: must be a folder that can be read";
  await expect(readLegalTexts(path.join(folder, "none"))).rejects.toThrow(new ConfigError(message));
  await write("file", "");
  await expect(readLegalTexts(path.join(folder, "file"))).rejects.toThrow(new ConfigError(message));
});

test("a folder named terms.md in LEGAL_DIR prevents startup", async () => {
  await mkdir(path.join(folder, "terms.md"));
  await expect(readLegalTexts(folder)).rejects.toThrow(new ConfigError("LEGAL_DIR: terms.md cannot be read"));
});
