import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL("../../", import.meta.url));

/** A project that has installed the packed package, and nothing else. */
export type Consumer = {
  readonly folder: string;
  /** The files of the tarball. */
  readonly files: readonly string[];
  /** Writes a program into the project and runs it. @returns what it prints. */
  run(name: string, code: string, env?: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
};

/** Builds and packs the package, and installs it from its tarball. */
export const installPackage = async (): Promise<Consumer> => {
  const folder = await mkdtemp(join(tmpdir(), "oddskeeper-consumer-"));
  // In a script of the root package, npm passes its own settings on.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")),
  ) as NodeJS.ProcessEnv;
  const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: packageFolder,
    env,
  });
  const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf("[")));
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  const quietly = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", ["install", ...quietly, join(folder, filename)], { cwd: folder, env });
  return {
    folder,
    files: files.map(({ path }: { path: string }) => path),
    run: async (name, code, more = {}) => {
      await writeFile(join(folder, name), code);
      const { stdout } = await run(process.execPath, [join(folder, name)], {
        cwd: folder,
        env: { ...env, ...more },
      });
      return stdout;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
