import { hash } from "node:crypto";

/**
 * Returns the SHA-256 of a key or token in hex. Only this hash is stored, so that a reader of the database cannot use the secret.
 * Secrets have at least 190 random bits, so a slow hash would add no safety.
 */
export const hashSecret = (secret: string): string => hash("sha256", secret, "hex");
