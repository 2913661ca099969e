import { z } from "zod";

const longestLabel = 64;

/** Line breaks, and what turns the direction of the text after it: a label could look like another one. */
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** A key's label: 1 to 64 code points after trimming, no control characters. */
export const keyLabel = z
  .string()
  .trim()
  .refine(
    (label) => label !== "" && [...label].length <= longestLabel,
    `must have 1 to ${longestLabel} characters`,
  )
  .refine((label) => !controls.test(label), "must not hold control characters");
