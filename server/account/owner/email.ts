import { z } from "zod";

/**
 * An email address as accounts store it: trimmed, in lower case, ASCII only. If other letters were allowed, the addresses of two accounts
 * could look the same. The address is validated before `toLowerCase`, because `toLowerCase` turns the Kelvin sign, a letter outside ASCII,
 * into an ordinary k.
 */
export const emailAddress = z
  .string()
  .trim()
  .pipe(z.email({ error: "is not an email address" }).max(254, "is longer than an email address may be"))
  .transform((address) => address.toLowerCase());
