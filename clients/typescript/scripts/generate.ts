/**
 * Generates the client's types and its table of operations from the OpenAPI document, and the table of names that both clients share.
 * `--check` writes nothing and fails if a file is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { generateOperations, operationNames } from "./generate-operations";
import { generateSchemas } from "./generate-schemas";
import type { ApiDocument } from "./name-operations";

const fromHere = (path: string): URL => new URL(path, import.meta.url);
const document: ApiDocument = JSON.parse(
  readFileSync(fromHere("../../../server/web/api/openapi/openapi.json"), "utf8"),
);

const files: readonly (readonly [path: string, text: string])[] = [
  ["../src/schemas.ts", generateSchemas(document)],
  ["../src/operations.ts", generateOperations(document)],
  ["../../operations.json", `${JSON.stringify(operationNames(document), null, 2)}\n`],
];

const isCurrent = ([path, text]: readonly [string, string]): boolean => {
  try {
    return readFileSync(fromHere(path), "utf8") === text;
  } catch {
    // A missing file is out of date.
    return false;
  }
};

const outdated = files.filter((file) => !isCurrent(file));
if (process.argv.includes("--check")) {
  for (const [path] of outdated)
    process.stderr.write(
      `${path.replaceAll("../", "")} is out of date. Run npm run generate in clients/typescript.\n`,
    );
  process.exitCode = outdated.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of outdated) writeFileSync(fromHere(path), text);
  process.stdout.write(`${outdated.length} of ${files.length} files changed\n`);
}
