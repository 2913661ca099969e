import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The paths in backticks: texts with a slash and no spaces, other than a URL path, a package or a glob. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([a-z][^\s`{}*:]*\/[^\s`{}*:]*)`/g)].map(([, path = ""]) => path);

test("every file and folder that ARCHITECTURE.md names exists", () => {
  const paths = pathsIn(readFileSync("ARCHITECTURE.md", "utf8"));
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(path) && !existsSync(`server/${path}`))).toEqual([]);
});

test("a path in backticks is found, and an API path or a name is not taken for a path", () => {
  expect(pathsIn("`web/gone.ts`, `app/(site)/live/`, `/v1/odds`, `main`, `GET /v1/x`")).toEqual([
    "web/gone.ts",
    "app/(site)/live/",
  ]);
});
