import { z } from "zod";

const name = z
  .string()
  .min(1, "must not be empty")
  .refine((text) => text === text.trim() && !/\s\s/.test(text), "has a space too many");
const names = z.array(name).min(1, "is empty: leave it out");

const team = z
  .strictObject({
    name,
    /** Places in the name of a franchise, including former places. They are combined with its nicknames. */
    places: names.optional(),
    nicknames: names.optional(),
    spellings: names.optional(),
    /** Abbreviations. They are unique only within the league. */
    codes: names.optional(),
  })
  .refine(
    ({ places, nicknames }) => (places === undefined) === (nicknames === undefined),
    "`places` and `nicknames` need each other",
  );

/** Spelling -> the teams that it could mean. */
const shared = z.record(name, z.array(name).min(2, "needs at least two teams"));

/** The second line of a file. */
const heading = z.strictObject({ about: z.string().min(1, "must not be empty") });

const teamFile = heading.extend({ teams: z.array(team), shared: shared.optional() });

/** A data file in `server/domain/catalogue/teams/`. `check-team-files.ts` validates the files in each build. */
export type TeamFile = z.infer<typeof teamFile>;
export type ListedTeam = z.infer<typeof team>;

const listText = (items: readonly string[]): string =>
  `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;

const teamText = (listed: ListedTeam): string => {
  const lists = (["places", "nicknames", "spellings", "codes"] as const).flatMap((field) => {
    const items = listed[field];
    return items === undefined ? [] : [`"${field}": ${listText(items)}`];
  });
  return `{ ${[`"name": ${JSON.stringify(listed.name)}`, ...lists].join(", ")} }`;
};

const block = (entries: readonly string[]): string => entries.map((entry) => `    ${entry}`).join(",\n");

/** The text of a data file: one team a line. */
const renderTeamFile = (file: TeamFile): string => {
  const entries = Object.entries(file.shared ?? {}).map(
    ([spelling, teams]) => `${JSON.stringify(spelling)}: ${listText(teams)}`,
  );
  const parts = [
    `  "about": ${JSON.stringify(file.about)}`,
    `  "teams": [\n${block(file.teams.map(teamText))}\n  ]`,
    ...(file.shared === undefined ? [] : [`  "shared": {\n${block(entries)}\n  }`]),
  ];
  return `{\n${parts.join(",\n")}\n}\n`;
};

type Entry = { readonly line: number; readonly part: "about" | "team" | "shared"; readonly json: string };

/** The lines that are JSON by themselves: a team, a shared spelling or `about`. */
const entriesOf = (lines: readonly string[]): Entry[] =>
  lines.flatMap((text, index): Entry[] => {
    const json = text.trim().replace(/,$/, "");
    const line = index + 1;
    if (json.startsWith("{") && json !== "{") return [{ line, part: "team", json }];
    if (!/^".*[^[{]$/.test(json)) return [];
    return [{ line, part: line === 2 ? "about" : "shared", json: `{${json}}` }];
  });

const parse = (json: string): { readonly value: unknown } | { readonly reason: string } => {
  try {
    return { value: JSON.parse(json) };
  } catch (error) {
    return { reason: `is not JSON: ${error instanceof Error ? error.message : error}` };
  }
};

const reasonsOf = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));

/**
 * Finds the invalid lines of a data file.
 * @param file the name of the file, for the problems.
 * @returns one problem per text, such as `afl.json:12: spellings.3: must not be empty`. Empty if the file is valid.
 */
export const checkTeamFile = (file: string, text: string): readonly string[] => {
  const lines = text.split("\n");
  const teams: { readonly line: number; readonly team: ListedTeam }[] = [];
  const sharedSpellings: [string, string[]][] = [];
  let about = "";
  const problems = entriesOf(lines).flatMap(({ line, part, json }): string[] => {
    const at = (reasons: readonly string[]) => reasons.map((reason) => `${file}:${line}: ${reason}`);
    const parsed = parse(json);
    if ("reason" in parsed) return at([parsed.reason]);
    if (part === "team") {
      const checked = team.safeParse(parsed.value);
      if (!checked.success) return at(reasonsOf(checked.error));
      const first = teams.find((other) => other.team.name === checked.data.name);
      teams.push({ line, team: checked.data });
      return first === undefined ? [] : at([`${checked.data.name} is already in line ${first.line}`]);
    }
    if (part === "about") {
      const checked = heading.safeParse(parsed.value);
      if (!checked.success) return at(reasonsOf(checked.error));
      about = checked.data.about;
      return [];
    }
    const checked = shared.safeParse(parsed.value);
    if (!checked.success) return at(reasonsOf(checked.error));
    sharedSpellings.push(...Object.entries(checked.data));
    return [];
  });
  if (problems.length > 0) return problems;
  // All lines are valid by themselves. The rest of the file, such as commas and brackets, must be as the renderer writes it.
  const expected = renderTeamFile({
    about,
    teams: teams.map((listed) => listed.team),
    ...(sharedSpellings.length === 0 ? {} : { shared: Object.fromEntries(sharedSpellings) }),
  }).split("\n");
  const wrong = expected.findIndex((line, index) => line !== lines[index]);
  if (wrong >= 0) return [`${file}:${wrong + 1}: must read ${expected[wrong] || "as an empty line"}`];
  return expected.length < lines.length ? [`${file}:${expected.length + 1}: the file must end here`] : [];
};
