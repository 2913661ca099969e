import { z } from "zod";

const longestLabel = 64;

/** Line breaks, and what turns the direction of the text after it: a label could look like another one. */
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Nothing to be seen: what is ignored where it is shown, spaces, and the Braille pattern without dots. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]*$/u;

/** A key's label: 1 to 64 code points after trimming, one of them to be seen, no control characters. */
export const keyLabel = z
  .string()
  .trim()
  .refine(
    (label) => !invisible.test(label) && [...label].length <= longestLabel,
    `must have 1 to ${longestLabel} characters`,
  )
  .refine((label) => !controls.test(label), "must not hold control characters");
