import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readReleases, releases } from "@/app/(site)/docs/changelog-text";

test("the website's changelog leaves out what concerns only operators, and headings that are then empty", () => {
  const text = `# Changelog

## 1.1.0 - 2026-12-01

### Added

- A field, with a
  [link](docs/x.md).
- Operators: \`ops\` has a new command,
  with an option.

### Changed

- Operators: an index.

### Fixed

- A price.
`;
  expect(readReleases(text)).toEqual([
    {
      version: "1.1.0",
      date: "2026-12-01",
      body: "### Added\n\n- A field, with a link.\n\n### Fixed\n\n- A price.",
    },
  ]);
});

/** Words of those who run the service: its commands, its variables and its stores. */
const operatorsWords =
  /`ops |`npm |PostgreSQL|Redis|\bthe credits of\b|\b[A-Z]+(?:_[A-Z]+)*_(?:URL|LIMIT|EMAIL|PORT|DIR|CONTACT|PRICES|SIZE|SECONDS)\b|\bFEEDS\b|licence \(|[Mm]etrics? (?:of|for)/;

test("no entry for customers is about running the service, also in the release that is being prepared", () => {
  const changelog = readFileSync("CHANGELOG.md", "utf8").replace("## [Unreleased]", "## 99.0.0 - 2030-01-01");
  const [next] = readReleases(changelog);
  const entries = [...releases, next].flatMap((release) => release?.body.match(/^- .*/gm) ?? []);
  expect(entries.length).toBeGreaterThan(60);
  expect(entries.filter((entry) => operatorsWords.test(entry))).toEqual([]);
});
