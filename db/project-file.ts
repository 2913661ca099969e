import path from "node:path";

/**
 * A file of the project by its path in it. Every entry point runs in the project's folder (npm sees to it, `server/main.ts` changes to
 * it): unlike this module's own address, that holds in a bundle too.
 */
export const projectFile = (...parts: readonly string[]): string => path.join(process.cwd(), ...parts);
