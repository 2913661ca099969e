/**
 * Builds dist/: one file of JavaScript for `import` and one for `require`, with type declarations for both. Its tools are those of the
 * repository, so this package installs nothing.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL("..", import.meta.url));
/** Built beside dist/ and moved at the end, so that nobody reads half of a build. */
const building = `${folder}dist-${process.pid}/`;

const bundle = (format: "esm" | "cjs") =>
  build({
    entryPoints: [`${folder}src/index.ts`],
    outfile: `${building}${format}/index.js`,
    bundle: true,
    format,
    target: "es2022",
    platform: "neutral",
    logLevel: "warning",
  });

try {
  await Promise.all([bundle("esm"), bundle("cjs")]);
  const typescript = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const emit = [typescript, "--project", folder, "--outDir", `${building}esm`];
  execFileSync(process.execPath, emit, { stdio: "inherit" });
  mkdirSync(`${building}cjs`, { recursive: true });
  cpSync(`${building}esm`, `${building}cjs`, { recursive: true, filter: (path) => !path.endsWith(".js") });
  // The package is a module. Without this file, Node and TypeScript would take dist/cjs for modules too.
  writeFileSync(`${building}cjs/package.json`, `${JSON.stringify({ type: "commonjs" })}\n`);
  rmSync(`${folder}dist`, { recursive: true, force: true });
  renameSync(building, `${folder}dist`);
} finally {
  rmSync(building, { recursive: true, force: true });
}
