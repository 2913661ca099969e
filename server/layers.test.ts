import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const cruiser = path.resolve("node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

type Planted = { readonly rule: string; readonly from: string; readonly to: string };

const planted: readonly Planted[] = [
  { rule: "domain-imports-only-domain", from: "server/domain/planted.ts", to: "server/clock/leaf.ts" },
  {
    rule: "ingest-imports-only-the-ground",
    from: "server/ingest/planted.ts",
    to: "server/market/board/leaf.ts",
  },
  {
    rule: "market-imports-only-the-ground",
    from: "server/market/type.ts",
    to: "server/account/metering/leaf.ts",
  },
  { rule: "account-imports-only-the-ground", from: "server/account/planted.ts", to: "server/web/leaf.ts" },
  {
    rule: "wings-take-only-types-of-the-configuration",
    from: "server/market/screen/planted.ts",
    to: "server/config.ts",
  },
  {
    rule: "web-takes-of-ingest-only-delivery-and-late-feeds",
    from: "server/web/http/planted.ts",
    to: "server/ingest/recorder/leaf.ts",
  },
  { rule: "nothing-imports-the-process", from: "server/web/planted.ts", to: "server/run/stores.ts" },
  {
    rule: "commands-take-of-the-process-only-the-stores",
    from: "server/ops/planted.ts",
    to: "server/run/services.ts",
  },
  { rule: "only-commands-import-commands", from: "server/run/planted.ts", to: "server/ops/leaf.ts" },
  { rule: "pure-folders-do-no-io", from: "server/ingest/matching/planted.ts", to: "db/leaf.ts" },
  { rule: "pure-folders-use-no-network-or-disk", from: "server/ingest/feeds/planted.ts", to: "fs" },
  {
    rule: "market-board-imports-only-folders-below",
    from: "server/market/board/planted.ts",
    to: "server/market/screen/leaf.ts",
  },
  {
    rule: "account-metering-imports-only-folders-below",
    from: "server/account/metering/planted.ts",
    to: "server/account/usage-emails/leaf.ts",
  },
  {
    rule: "folders-of-market-are-listed",
    from: "server/market/unlisted/planted.ts",
    to: "server/domain/leaf.ts",
  },
  { rule: "rooms-are-listed", from: "server/unlisted/planted.ts", to: "server/domain/leaf.ts" },
  {
    rule: "only-the-process-imports-the-metrics",
    from: "server/run/main.ts",
    to: "server/run/metrics/leaf.ts",
  },
  { rule: "database-imports-nothing-above", from: "db/planted.ts", to: "server/domain/leaf.ts" },
  { rule: "pages-have-no-sql", from: "app/planted.ts", to: "db/leaf.ts" },
  // This import and the first import in `allowed` form a cycle. Every cycle of ordered folders contains an import of a higher folder. So
  // the rules named `…-imports-only-folders-below` report cycles too.
  {
    rule: "market-archive-imports-only-folders-below",
    from: "server/market/archive/type.ts",
    to: "server/market/screen/leaf.ts",
  },
];

const allowed = [
  { from: "server/market/screen/down.ts", to: "server/market/archive/type.ts" },
  { from: "server/ingest/recorder/down.ts", to: "server/domain/leaf.ts" },
  { from: "server/web/down.ts", to: "server/ingest/polling/late-feeds.ts" },
  { from: "server/ops/down.ts", to: "server/run/stores.ts" },
  { from: "app/down.ts", to: "server/web/api/leaf.ts" },
];

const importOf = ({ from, to }: { readonly from: string; readonly to: string }): string => {
  if (to === "fs") return 'import { sep } from "node:fs";\nexport const value = sep;\n';
  const target = `@/${to.replace(/\.ts$/, "")}`;
  if (from.endsWith("type.ts"))
    return `import type { Value } from "${target}";\nexport const value: Value = 1;\n`;
  return `import { value } from "${target}";\nexport const again = value;\n`;
};

/** Two files of one folder that import each other's types. */
const circle = (own: string, other: string) =>
  [
    `server/domain/circle/${own}.ts`,
    `import type { ${other} } from "@/server/domain/circle/${other}";\nexport type ${own} = readonly ${other}[];\n`,
  ] as const;

let project: string;
let reported: readonly string[];
beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), "oddskeeper-layers-"));
  for (const file of [".dependency-cruiser.cjs", "tsconfig.json"]) await cp(file, path.join(project, file));
  const imports = [...planted, ...allowed];
  const leaves = imports.map(
    ({ to }) => [to, "export const value = 1;\nexport type Value = number;\n"] as const,
  );
  const circles = [circle("first", "second"), circle("second", "first")];
  const files = new Map([
    ...leaves,
    ...imports.map((each) => [each.from, importOf(each)] as const),
    ...circles,
  ]);
  files.delete("fs");
  for (const [file, text] of files) {
    await mkdir(path.dirname(path.join(project, file)), { recursive: true });
    await writeFile(path.join(project, file), text);
  }
  const stdout = await new Promise<string>((resolve) => {
    // The same command as `npm run lint:layers`, without e2e. The planted errors make the command fail, so its exit code is ignored.
    const options = [cruiser, "server", "db", "app", "--output-type", "err"];
    execFile(process.execPath, options, { cwd: project }, (_, text) => resolve(text));
  });
  reported = [...stdout.matchAll(/error (.*)/g)].map((match) => match[1] ?? "");
});
afterAll(() => rm(project, { recursive: true, force: true }));

test.each(planted)("the rule $rule reports that $from imports $to", ({ rule, from, to }) => {
  expect(reported).toContain(`${rule}: ${from} → ${to}`);
});

test("imports of lower folders are not reported", () => {
  expect(reported.filter((line) => allowed.some(({ from }) => line.includes(`${from} →`)))).toEqual([]);
});

test("files that import each other are reported, even if they import only types", () => {
  expect(
    reported.filter((line) => line.startsWith("no-cycles-of-files: server/domain/circle/")),
  ).toHaveLength(1);
});

test("two folders that import each other are reported, even if one imports only a type", () => {
  expect(reported.filter((line) => line.includes("server/market/archive/type.ts →"))).toHaveLength(1);
});
