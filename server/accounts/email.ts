import { z } from "zod";

/**
 * An email address as accounts store it: trimmed, in lower case, ASCII only. Other letters may look the same as ASCII letters, so two
 * accounts could not be told apart. The address is validated before `toLowerCase`, because `toLowerCase` turns the Kelvin sign, a letter
 * outside ASCII, into an ordinary k.
 */
export const emailAddress = z
  .string()
  .trim()
  .pipe(z.email({ error: "is not an email address" }).max(254, "is longer than an email address may be"))
  .transform((address) => address.toLowerCase());
