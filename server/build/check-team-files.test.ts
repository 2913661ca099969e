import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkTeamFiles, teamFileProblems } from "@/server/build/check-team-files";

const folder = "server/domain/catalogue/teams";
const file = `${folder}/planted.json`;
const first = '    { "name": "Ashford Owls", "spellings": ["Owls", "Ashford"], "codes": ["ASH"] }';
const last = '    { "name": "Brindle Foxes", "places": ["Brindle"], "nicknames": ["Foxes"] }';
const valid = `{
  "about": "Teams of a league.",
  "teams": [
${first},
${last}
  ],
  "shared": {
    "Town": ["Ashford Owls", "Brindle Foxes"]
  }
}
`;

let root = "";
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "team-files-"));
  await cp(folder, path.join(root, folder), { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

const problemsIn = async (text: string): Promise<readonly string[]> => {
  await writeFile(path.join(root, file), text);
  return await teamFileProblems(root);
};

it("every line of the committed team lists is valid", async () => {
  expect(await teamFileProblems(process.cwd())).toEqual([]);
});

it("a valid file beside the committed lists has no problem", async () => {
  expect(await problemsIn(valid)).toEqual([]);
});

it.each([
  ["an unknown field", first, first.replace("codes", "code"), 4, 'Unrecognized key: "code"'],
  ["an empty spelling", first, first.replace('"Owls"', '""'), 4, "spellings.0: must not be empty"],
  ["a space at the end", first, first.replace('"Owls"', '"Owls "'), 4, "spellings.0: has a space too many"],
  ["an empty list", first, first.replace('["ASH"]', "[]"), 4, "codes: is empty: leave it out"],
  ["no name", first, '    { "spellings": ["Owls"] }', 4, "name: Invalid input"],
  ["a missing bracket", first, first.replace('"Ashford"]', '"Ashford"'), 4, "is not JSON: "],
  ["a missing quotation mark", first, first.replace('"Owls"', 'Owls"'), 4, "is not JSON: "],
  ["a missing comma", `${first},`, first, 4, `must read ${first},`],
  ["a comma too many", `${last}\n`, `${last},\n`, 5, `must read ${last}`],
  ["another indentation", first, first.trim(), 4, `must read ${first}`],
  ["a name twice", last, first, 5, "Ashford Owls is already in line 4"],
  ["places without nicknames", ', "nicknames": ["Foxes"]', "", 5, "`places` and `nicknames` need each other"],
  ["a shared spelling of one team", ', "Brindle Foxes"]', "]", 8, "Town: needs at least two teams"],
  ["no description", "Teams of a league.", "", 2, "about: must not be empty"],
  ["a field of the file that is unknown", '"teams": [', '"clubs": [', 3, 'must read   "teams": ['],
  ["text after the end", "  }\n}\n", "  }\n}\n\n", 12, "the file must end here"],
])("a line with %s is reported with file, line and reason", async (_, written, planted, line, reason) => {
  const text = valid.replace(written, planted);
  expect(text).not.toBe(valid);
  expect(await problemsIn(text)).toEqual([expect.stringContaining(`${file}:${line}: ${reason}`)]);
});

it("two lines of a committed list on one line are reported", async () => {
  const text = await readFile(path.join(folder, "afl.json"), "utf8");
  const joined = text.replace(",\n    { ", ", { ");
  expect(await problemsIn(joined)).toEqual([expect.stringMatching(/planted\.json:4: is not JSON/)]);
});

it("a build ends with the invalid lines and says where the fields are explained", async () => {
  await problemsIn(valid.replace('"Owls"', '""'));
  await expect(checkTeamFiles(root)).rejects.toThrow(
    /planted\.json:4: spellings\.0: must not be empty\n.*CONTRIBUTING\.md/,
  );
});
