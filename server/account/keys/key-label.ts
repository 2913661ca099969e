import { z } from "zod";

export const maxLabelLength = 64;

/**
 * Control characters, line breaks, lone surrogates, and characters that set the direction of the text after them. They can make one label
 * look like another label.
 */
export const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** A text without a visible character. U+2800 is the Braille pattern without dots. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]*$/u;

/** A key's label: 1 to 64 code points after trimming, at least one of them visible, no control characters. */
export const keyLabel = z
  .string()
  .trim()
  .refine(
    (label) => !invisible.test(label) && [...label].length <= maxLabelLength,
    `must have 1 to ${maxLabelLength} characters`,
  )
  .refine((label) => !controls.test(label), "must not contain control characters");
