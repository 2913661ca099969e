import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

/** Versions below these have known vulnerabilities or lack features that the code needs. */
const minimumVersions: Readonly<Record<string, string>> = {
  next: "16.4.6",
  "next-auth": "4.24.15",
  "drizzle-orm": "0.45.2",
  "@trpc/server": "11.8.0",
  react: "19.2.6",
  nodemailer: "9.0.1",
};

const numbers = (version: string): number[] => version.split(/[.-]/).slice(0, 3).map(Number);

const isAtLeast = (version: string, minimum: string): boolean => {
  const [have, want] = [numbers(version), numbers(minimum)];
  const differing = have.findIndex((part, index) => part !== want[index]);
  return differing === -1 || (have[differing] ?? 0) > (want[differing] ?? 0);
};

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  engines: { node: string };
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};

test.each(Object.entries(minimumVersions))("%s is installed in version %s or later", (name, minimum) => {
  const place = `node_modules/${name}/package.json`;
  const { version } = JSON.parse(readFileSync(place, "utf8")) as { version: string };
  expect(isAtLeast(version, minimum), `${name} ${version}`).toBe(true);
});

test("every dependency is pinned to one version", () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(Object.entries(all).filter(([, range]) => !/^\d/.test(range))).toEqual([]);
});

test("every dependency accepts Node 20", () => {
  const minimum = manifest.engines.node.replace(">=", "");
  for (const name of Object.keys(manifest.dependencies)) {
    const { engines } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as {
      engines?: { node?: string };
    };
    const lowest = (engines?.node ?? ">=0.0.0")
      .split("||")
      .map((range) => /(?:>=|\^)\s*([\d.]+)/.exec(range)?.[1] ?? "0");
    expect(
      lowest.some((version) => isAtLeast(`${minimum}.0`, version)),
      `${name} ${engines?.node}`,
    ).toBe(true);
  }
});

const dependabot = z
  .object({
    updates: z.array(
      z.object({
        "package-ecosystem": z.string(),
        schedule: z.object({ interval: z.string() }),
        ignore: z
          .array(z.object({ "dependency-name": z.string(), versions: z.tuple([z.string()]) }))
          .default([]),
      }),
    ),
  })
  .parse(parse(readFileSync(".github/dependabot.yml", "utf8")));

/** The rows of the table of dependencies that are held back: name and version. */
const heldBack = [...readFileSync("CONTRIBUTING.md", "utf8").matchAll(/^\| `([^`]+)` \| ([\d.]+) \|/gm)].map(
  ([, name = "", version = ""]) => ({ name, version }),
);

test("Dependabot asks every week, and ignores exactly the versions above those in the table of CONTRIBUTING", () => {
  expect(dependabot.updates.map(({ schedule }) => schedule.interval)).toEqual(["weekly", "weekly", "weekly"]);
  const above = (version: string): string => version.replace(/\d+$/, (last) => String(Number(last) + 1));
  expect(heldBack.length).toBeGreaterThan(0);
  expect(dependabot.updates.flatMap(({ ignore }) => ignore)).toEqual(
    heldBack.map(({ name, version }) => ({ "dependency-name": name, versions: [`>=${above(version)}`] })),
  );
});

test("every dependency in the table of CONTRIBUTING is pinned to the version that the table states", () => {
  const all = new Map(Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }));
  for (const { name, version } of heldBack) expect(all.get(name)?.startsWith(`${version}.`), name).toBe(true);
});

test("every dependency with an install script is allowed or denied by name, and only these are named", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { hasInstallScript?: true }>;
  };
  const names = Object.entries(lock.packages)
    .filter(([place, { hasInstallScript }]) => place !== "" && hasInstallScript)
    .map(([place]) => place.split("node_modules/").at(-1));
  expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(names)].sort());
});

test("the lock file names no registry", () => {
  expect(readFileSync("package-lock.json", "utf8")).not.toContain('"resolved"');
});

test("versions are compared by numbers, not as text", () => {
  expect(isAtLeast("16.10.0", "16.4.6")).toBe(true);
  expect(isAtLeast("16.4.5", "16.4.6")).toBe(false);
});
