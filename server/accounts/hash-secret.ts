import { hash } from "node:crypto";

/**
 * How keys and tokens are stored, so that a reader of the database cannot use them: SHA-256 in hex. They have 190 random bits or
 * more, so a slow hash would only slow the service down.
 */
export const hashSecret = (secret: string): string => hash("sha256", secret, "hex");
