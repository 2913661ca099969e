import ts from "typescript";
import { isTest, relativePathOf } from "@/e2e/compiler/project";

/** Fields that pages use, by where they are declared. */
const usedFields = {
  "GET /v1/sports/{sport}/events": ["home_team", "away_team", "commence_time"],
  "GET /v1/sports/{sport}/events/{id}/odds": ["title", "price"],
  "GET /v1/historical/sports/{sport}/events/{id}/odds": ["recorded_at", "point"],
  "GET /v1/account/keys": ["label", "last_four", "prefix", "created_at", "last_used_at", "revoked_at"],
  "the view of the leagues": ["inSeason", "games"],
  "the view of a slate": ["booksOnLine", "lastLeavesAt", "consensus"],
  "the view of a game": ["sportTitle", "homeTeam", "state", "lifeMs", "updatedAt", "subject", "at", "reason"],
  "the view of the featured game": ["awayTeam", "start"],
  "the view of the sparklines": ["points"],
  "a book's label in a view": ["mark", "kind"],
  "an input": ["sport", "keyId", "tokenId"],
};

/**
 * Finds the used fields whose renaming is not a type error in any page. The pages then declare types of their own for the API.
 * @param program the program in which the fields are renamed.
 */
export const findUnreportedFields = (program: ts.Program): string[] => {
  const unreported = new Map(
    Object.entries(usedFields).flatMap(([place, fields]) =>
      fields.map((field) => [field, `a renamed field of ${place} is not a type error in any page: ${field}`]),
    ),
  );
  const pages = program
    .getSourceFiles()
    .filter((file) => relativePathOf(file).startsWith("app/") && !isTest(relativePathOf(file)));
  for (const page of pages) {
    // Checking a page takes time, and a page that lacks the names of all fields reports none of them.
    if (![...unreported.keys()].some((field) => page.text.includes(field))) continue;
    for (const { messageText } of program.getSemanticDiagnostics(page)) {
      const message = ts.flattenDiagnosticMessageText(messageText, " ");
      for (const field of unreported.keys())
        if (new RegExp(`['"]${field}['"]`).test(message)) unreported.delete(field);
    }
  }
  return [...unreported.values()];
};
