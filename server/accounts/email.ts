import { z } from "zod";

/**
 * An e-mail address as accounts hold it: trimmed, lower case, one address of plain ASCII (look-alike letters would make two accounts that
 * nobody can tell apart). Checked before it is lowered: the Kelvin sign becomes an ordinary k.
 */
export const emailAddress = z
  .string()
  .trim()
  .pipe(z.email({ error: "is not an e-mail address" }).max(254, "is longer than an e-mail address may be"))
  .transform((address) => address.toLowerCase());
