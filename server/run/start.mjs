/** `npm start`: runs the bundled server, after a build if necessary. `--built` runs the existing build and writes nothing to the project's folder. */
import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildIfOld, bundledServer } from "../build/build-if-old.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
try {
  if (cluster.isPrimary && !process.argv.includes("--built")) await buildIfOld(process.cwd());
  if (!existsSync(bundledServer)) throw new Error("there is no build; run `npm run build`");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
await import(pathToFileURL(bundledServer).href);
