import { z } from "zod";

/**
 * An email as accounts store it: trimmed, in lower case, ASCII only, because look-alike letters would allow indistinguishable accounts.
 * It is checked before it is lowered: lowering turns the Kelvin sign into an ordinary k.
 */
export const emailAddress = z
  .string()
  .trim()
  .pipe(z.email({ error: "is not an email address" }).max(254, "is longer than an email address may be"))
  .transform((address) => address.toLowerCase());
