import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { embeddedPaths } from "@/db/embedded-paths";

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

/** The secret of the sign-in's cookies: the configured one, or in embedded mode one that is made once and kept in the data directory. */
export const readAuthSecret = async (config: {
  readonly authSecret: string | undefined;
  readonly dataDir: string;
}): Promise<string> => {
  if (config.authSecret !== undefined) return config.authSecret;
  const file = embeddedPaths(config.dataDir).authSecret;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, randomBytes(32).toString("base64"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < 16) throw new Error(`${file} holds no usable secret: remove it`);
  return secret;
};
