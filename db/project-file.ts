import path from "node:path";

/**
 * The path of a file of the project, from the working directory. npm and `server/start.mjs` run every program in the project's folder.
 * In a bundle, `import.meta.url` would be wrong.
 */
export const projectFile = (...parts: readonly string[]): string => path.join(process.cwd(), ...parts);
