import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rejectionReasons } from "@/server/ingest/feeds/rejection-reasons";
import { unmatchedReasons } from "@/server/ingest/matching/unmatched-reasons";
import { withheldReasons } from "@/server/market/board/load-withheld";

/** The reasons in the first column of all tables of a section. */
const reasonsIn = (path: string, heading: string): string[] => {
  const [, section = ""] = readFileSync(path, "utf8").split(`\n## ${heading}\n`);
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, reason = ""]) => reason),
  );
};

/** Reasons of readers and commands, which no list in the code names. */
const ofReaders = ["malformed_row", "malformed_line", "oversized_line", "unknown_book"];

test("docs/delivery.md explains each reason for which a price is rejected, and no other", () => {
  const documented = reasonsIn("docs/delivery.md", "Why prices are rejected");
  expect(documented.toSorted()).toEqual([...rejectionReasons, ...ofReaders].sort());
});

test("docs/matching.md explains each reason for which an event is unmatched or a book withheld, and no other", () => {
  const documented = reasonsIn("server/ingest/matching/README.md", "Reasons");
  const reasons = [...Object.keys(unmatchedReasons), ...Object.keys(withheldReasons)];
  expect(documented.toSorted()).toEqual(reasons.sort());
});
