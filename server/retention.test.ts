import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable, pgTable, text } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { jobNames } from "@/server/web/site/job-names";

const folder = path.join(import.meta.dirname, "../db/schema");
const page = readFileSync(path.join(import.meta.dirname, "../docs/retention.md"), "utf8");

const schemaTables = async (): Promise<PgTable[]> => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const modules = await Promise.all(
    files.map((name) => import(path.join(folder, name)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module).filter((value) => is(value, PgTable)));
};

type Entry = { readonly table: string; readonly growsWith: string; readonly limit: string };

const entriesOf = (markdown: string): Entry[] =>
  markdown.split("\n").flatMap((line) => {
    const [, table, growsWith = "", limit = ""] = /^\| `(\w+)` \|([^|]*)\|([^|]*)\|$/.exec(line) ?? [];
    return table === undefined ? [] : [{ table, growsWith: growsWith.trim(), limit: limit.trim() }];
  });

/** What is wrong with the page: tables without a complete row, and rows without a table. */
const problemsOf = (tables: readonly PgTable[], markdown: string): string[] => {
  const names = tables.map((table) => getTableConfig(table).name);
  const entries = entriesOf(markdown);
  const counts = (name: string) => entries.filter(({ table }) => table === name).length;
  return [
    ...names.filter((name) => counts(name) !== 1).map((name) => `${name} has ${counts(name)} rows`),
    ...entries.filter(({ table }) => !names.includes(table)).map(({ table }) => `${table} is no table`),
    ...entries
      .filter(({ growsWith, limit }) => growsWith === "" || limit === "")
      .map(({ table }) => `${table} has an empty cell`),
  ];
};

test("the page about growth has a bound or a retention for every table of the schema, and names no other table", async () => {
  const tables = await schemaTables();
  expect(tables.length).toBeGreaterThan(30);
  expect(problemsOf(tables, page)).toEqual([]);
});

test("every job that the page about growth names exists", () => {
  const named = [...page.matchAll(/\(`(\w+)`\)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !jobNames.some((job) => job === name))).toEqual([]);
});

test("a table without a row, a row without a table, and an empty cell are found", async () => {
  const planted = pgTable("planted", { id: text("id") });
  expect(problemsOf([...(await schemaTables()), planted], page)).toEqual(["planted has 0 rows"]);
  const more = `${page}| \`gone\` | games | |\n`;
  expect(problemsOf(await schemaTables(), more)).toEqual(["gone is no table", "gone has an empty cell"]);
});
