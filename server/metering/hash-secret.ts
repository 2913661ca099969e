import { hash } from "node:crypto";

/**
 * How secrets that we made are stored, so that whoever reads the database cannot use them: SHA-256 in hex. They hold 190 random bits or
 * more, so a slow hash would only slow the service down.
 */
export const hashSecret = (secret: string): string => hash("sha256", secret, "hex");
