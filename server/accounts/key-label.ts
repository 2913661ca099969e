import { z } from "zod";

const longestLabel = 64;

/** A key's label: 1 to 64 code points after trimming, no control characters. */
export const keyLabel = z
  .string()
  .trim()
  .refine(
    (label) => label !== "" && [...label].length <= longestLabel,
    `must have 1 to ${longestLabel} characters`,
  )
  .refine((label) => !/[\p{Cc}\p{Cs}]/u.test(label), "must not hold control characters");
