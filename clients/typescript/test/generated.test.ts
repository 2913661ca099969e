import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { generateOperations, operationNames } from "../scripts/generate-operations";
import { generateSchemas } from "../scripts/generate-schemas";
import type { ApiDocument } from "../scripts/name-operations";
import type { StreamParams } from "../src/stream";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const document: ApiDocument = JSON.parse(read("../../../server/web/api/openapi/openapi.json"));

it("types, methods and names are those of the OpenAPI document", () => {
  expect(generateSchemas(document)).toBe(read("../src/schemas.ts"));
  expect(generateOperations(document)).toBe(read("../src/operations.ts"));
  expect(`${JSON.stringify(operationNames(document), null, 2)}\n`).toBe(read("../../operations.json"));
});

it("a document with another field, parameter or operation changes what is generated", () => {
  const changed = structuredClone(document) as unknown as {
    components: { schemas: { Sport: { properties: Record<string, unknown> } } };
    paths: Record<string, Record<string, unknown>>;
  };
  changed.components.schemas.Sport.properties.colour = { type: "string" };
  changed.paths["/v1/teams"] = { get: { operationId: "listTeams", tags: ["Catalogue"], responses: {} } };
  const text = generateSchemas(changed as unknown as ApiDocument);
  expect(text).not.toBe(read("../src/schemas.ts"));
  expect(generateOperations(changed as unknown as ApiDocument)).toContain('list: ["GET", "/v1/teams"]');
});

it("the stream takes the parameters that the document states", () => {
  const stream = document.paths["/v1/odds/stream"]?.get;
  const names = (stream?.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name);
  const ofClient: readonly (keyof StreamParams)[] = [
    "sports",
    "markets",
    "bookmakers",
    "eventIds",
    "oddsFormat",
    "dateFormat",
  ];
  expect(names.filter((name) => name !== "lastEventId").toSorted()).toEqual(ofClient.toSorted());
});

it("the version in each client's code is that of its newest release in its changelog, and of its package", () => {
  const { version } = JSON.parse(read("../package.json"));
  expect(read("../src/version.ts")).toContain(`"${version}"`);
  const released = (changelog: string) => /^## \[([\d.]+)\]/m.exec(read(changelog))?.[1];
  expect(released("../CHANGELOG.md")).toBe(version);
  const ofPython = read("../../python/src/oddskeeper/_version.py");
  expect(ofPython).toContain(`"${released("../../python/CHANGELOG.md")}"`);
});

it("the first two numbers of both clients' versions are those of the release whose operations and schemas they know", () => {
  const { version: newest } = JSON.parse(read("../../../package.json"));
  const released = JSON.parse(read(`../../../server/web/api/openapi/released/${newest}.json`));
  const { paths, components } = document;
  const isReleased = isDeepStrictEqual([paths, components], [released.paths, released.components]);
  const [major, minor] = newest.split(".").map(Number);
  const expected = `${major}.${isReleased ? minor : minor + 1}`;
  const { version: ofTypeScript } = JSON.parse(read("../package.json"));
  const ofPython = /__version__ = "(.*)"/.exec(read("../../python/src/oddskeeper/_version.py"))?.[1];
  expect([ofTypeScript, ofPython].map((one) => one?.split(".").slice(0, 2).join("."))).toEqual([
    expected,
    expected,
  ]);
});

it("a client of either language needs nothing that the root installs for it", () => {
  const { dependencies, devDependencies, peerDependencies } = JSON.parse(read("../package.json"));
  expect([dependencies, devDependencies, peerDependencies]).toEqual([undefined, undefined, undefined]);
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const files = execFileSync("git", ["ls-files", "clients"], { cwd: root, encoding: "utf8" });
  expect(files).not.toMatch(/package-lock\.json/);
  expect(JSON.parse(readFileSync(`${root}package.json`, "utf8")).workspaces).toBeUndefined();
});
