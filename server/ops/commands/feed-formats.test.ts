import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { expect, test } from "vitest";
import { formatNames } from "@/server/ingest/feeds/formats";
import { registerFeedCommands } from "@/server/ops/commands/feed";

/** Folders of `server/ingest/feeds` without a reader. */
const otherFolders = new Set(["demo", "testing"]);

const folder = path.resolve("server/ingest/feeds");
const listed = [...formatNames].sort();

test("the folders in server/ingest/feeds with readers are exactly the formats in formats.ts", () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !otherFolders.has(entry.name),
  );
  expect(folders.map(({ name }) => name).sort()).toEqual(listed);
  for (const { name } of folders)
    expect(existsSync(path.join(folder, name, `read-${name}.ts`)), `read-${name}.ts`).toBe(true);
});

test("the operating guide's table of formats has every format once", () => {
  const readme = readFileSync("docs/operating.md", "utf8");
  const [, table = ""] = readme.split(/^\| `--format` \|.*$/m);
  const [rows = ""] = table.split("\n\n");
  expect([...rows.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name).sort()).toEqual(listed);
});

test("feed import --format accepts exactly the formats in formats.ts", () => {
  const program = new Command();
  registerFeedCommands(program);
  const command = program.commands[0]?.commands.find((each) => each.name() === "import");
  const option = command?.options.find(({ long }) => long === "--format");
  expect([...(option?.argChoices ?? [])].sort()).toEqual(listed);
});

const importing = (...args: string[]) => {
  const program = new Command().exitOverride();
  registerFeedCommands(program);
  return program.parseAsync(["feed", "import", "--file", "package.json", ...args], { from: "user" });
};

test("a format of raw responses requires --fetched-at", async () => {
  await expect(importing("--format", "kalshi")).rejects.toThrow("--format kalshi needs --fetched-at");
});

test("a format whose files state their own times rejects --fetched-at", async () => {
  const args = ["--format", "native", "--fetched-at", "2026-08-20T21:26:16Z"];
  await expect(importing(...args)).rejects.toThrow("--format native takes no --fetched-at");
});
