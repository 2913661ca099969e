import path from "node:path";

/**
 * The path of a file of the project. It is based on the working directory: npm starts every program in the project's folder, and
 * `server/start.mjs` changes to that folder. Unlike `import.meta.url`, the working directory is also right in a bundle.
 */
export const projectFile = (...parts: readonly string[]): string => path.join(process.cwd(), ...parts);
