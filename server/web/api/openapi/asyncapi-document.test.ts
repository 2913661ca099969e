import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { eventNames } from "@/server/market/stream/events";
import { asyncApiDocument } from "@/server/web/api/openapi/asyncapi-document";
import { openApiDocument, placeholderAddresses } from "@/server/web/api/openapi/openapi-document";

const run = promisify(execFile);
const document = asyncApiDocument(placeholderAddresses);

/** The document is 3.0, which more tools read than 3.1. Its contact is a page, because not every operator publishes an email address. */
const rules = `extends: ["spectral:asyncapi"]
rules:
  asyncapi-latest-version: off
  asyncapi-info-contact-properties: off
`;

/** Lints a document with Spectral. @returns the codes of the problems. */
const lint = async (linted: unknown): Promise<string[]> => {
  const folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-asyncapi-"));
  const file = path.join(folder, "asyncapi.json");
  const ruleset = path.join(folder, "ruleset.yaml");
  await writeFile(file, JSON.stringify(linted));
  await writeFile(ruleset, rules);
  const args = ["lint", "--format=json", "--quiet", "--fail-severity=hint", `--ruleset=${ruleset}`, file];
  const { stdout } = await run(path.resolve("node_modules/.bin/spectral"), args).catch(
    (error: { readonly stdout: string }) => error,
  );
  await rm(folder, { recursive: true });
  return (JSON.parse(stdout || "[]") as { readonly code: string }[]).map(({ code }) => code);
};

test("the AsyncAPI document of the stream has no problem, and a document without its channels has", async () => {
  expect(await lint(document)).toEqual([]);
  const { channels: _, ...broken } = document;
  expect(await lint(broken)).not.toEqual([]);
});

test("the AsyncAPI document has a message for each event, with the schemas of the OpenAPI document", () => {
  const { messages, schemas } = document.components as {
    messages: Record<string, unknown>;
    schemas: Record<string, unknown>;
  };
  expect(Object.keys(messages)).toEqual(eventNames);
  expect(openApiDocument(placeholderAddresses).components.schemas).toMatchObject(schemas);
  expect(JSON.stringify(document)).not.toContain('"undefined"');
});
