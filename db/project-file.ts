import path from "node:path";

/**
 * The absolute path of a file of the project. npm and `server/run/start.mjs` run every program with the project's folder as working directory.
 * In a bundle, `import.meta.url` would be wrong.
 */
export const projectFile = (...parts: readonly string[]): string => path.join(process.cwd(), ...parts);
