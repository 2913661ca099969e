import { z } from "zod";
import { readText } from "@/server/ingest/feeds/untrusted";

const maxNameLength = 100;

/** A team's name in an option of a command. */
export const teamName = z.string().transform((value, context): string => {
  const name = readText(value, maxNameLength)?.normalize("NFC");
  if (name !== undefined) return name;
  context.addIssue({
    code: "custom",
    message: `must have 1 to ${maxNameLength} characters and no control characters`,
  });
  return z.NEVER;
});
