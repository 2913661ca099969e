import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { embeddedPaths } from "@/db/embedded-paths";

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

/** The secret for sign-in cookies: AUTH_SECRET, or in embedded mode a generated secret that is kept in the data directory. */
export const readAuthSecret = async (config: {
  readonly authSecret: string | undefined;
  readonly dataDir: string;
}): Promise<string> => {
  if (config.authSecret !== undefined) return config.authSecret;
  const file = embeddedPaths(config.dataDir).authSecret;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  // Creating a hard link is atomic: another process never reads a partially written file.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(32).toString("base64"), { flag: "wx", mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    await unlink(draft);
  }
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < 16) throw new Error(`${file} contains no usable secret: delete the file`);
  return secret;
};
