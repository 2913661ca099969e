import path from "node:path";
import { build } from "esbuild";

/** The programs of a running server: the entry point, the processes of the embedded database, and the thread that records deliveries. */
const programs = [
  "db/init-cluster.ts",
  "db/embedded-child.ts",
  "server/run/main.ts",
  "server/run/record-deliveries.ts",
];

/**
 * Bundles the server's programs without their packages. Without the bundle, the TypeScript loader would run the programs. Startup would
 * then take 1.5 s longer, and the process would use 100 MB more memory.
 * @param root the project's folder.
 */
export const bundleServer = async (root: string): Promise<void> => {
  await build({
    absWorkingDir: root,
    entryPoints: programs,
    outbase: root,
    outdir: path.join(".next", "bundle"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // Modules that are imported on demand become files of their own, so that startup does not load them.
    splitting: true,
    chunkNames: "shared/[name]-[hash]",
    packages: "external",
    platform: "node",
    format: "esm",
    // Only for Node 20: raise it with `engines` in package.json. Remove the line when esbuild reads `engines` itself.
    target: "node20",
    logLevel: "warning",
  });
};
