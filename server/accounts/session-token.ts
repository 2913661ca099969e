import { createHash } from "node:crypto";

/** How a website session's cookie is stored: whoever reads the database cannot sign in with what stands there. */
export const hashSessionToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** A session is ended by signing out, or after this many seconds. */
export const sessionLifeSeconds = 14 * 86_400;
