import path from "node:path";

/**
 * The path of a file of the project. Every entry point runs in the project's folder: npm starts it there, and `server/main.ts` changes
 * to it. Unlike `import.meta.url`, the working directory is also right in a bundle.
 */
export const projectFile = (...parts: readonly string[]): string => path.join(process.cwd(), ...parts);
