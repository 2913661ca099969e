import { z } from "zod";
import { findSport, type Sport } from "@/server/domain/catalogue/sports";

/** Parses the key of a sport in the catalogue. */
export const sportKey = z.string().transform((key, context): Sport => {
  const sport = findSport(key);
  if (sport !== undefined) return sport;
  context.addIssue({ code: "custom", message: "is not the key of a sport" });
  return z.NEVER;
});
