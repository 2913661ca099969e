import { expect, test } from "vitest";
import { openApiDocument, placeholderAddresses } from "@/server/web/api/openapi/openapi-document";
import { breakingChanges } from "@/server/web/api/openapi/testing/breaking-changes";

// biome-ignore lint/suspicious/noExplicitAny: the planted changes edit any part of the document
type Loose = any;

const older: Loose = JSON.parse(JSON.stringify(openApiDocument(placeholderAddresses)));
const changed = (change: (document: Loose) => void): readonly string[] => {
  const newer = structuredClone(older);
  change(newer);
  return breakingChanges(older, newer);
};

const odds = (document: Loose) => document.paths["/v1/sports/{sport}/odds"].get;
const parameter = (document: Loose, name: string) =>
  odds(document).parameters.find((entry: Loose) => entry.name === name);
const schema = (document: Loose, name: string) => document.components.schemas[name];
const newKey = (document: Loose) =>
  document.paths["/v1/account/keys"].post.requestBody.content["application/json"].schema;

test("a document compared with itself has no change", () => {
  expect(breakingChanges(older, older)).toEqual([]);
});

test.each<[string, (document: Loose) => void]>([
  [
    "a path is added",
    (d) => {
      d.paths["/v1/new"] = { get: odds(d) };
    },
  ],
  [
    "an optional parameter is added",
    (d) => {
      odds(d).parameters.push({ in: "query", name: "new", schema: { type: "string" } });
    },
  ],
  [
    "an enumeration in a request gains a value",
    (d) => {
      parameter(d, "oddsFormat").schema.enum.push("fractional");
    },
  ],
  [
    "a response gains a field",
    (d) => {
      schema(d, "Outcome").properties.new = { type: "string" };
    },
  ],
  [
    "a response gains a field that is always present",
    (d) => {
      schema(d, "Outcome").properties.new = { type: "string" };
      schema(d, "Outcome").required.push("new");
    },
  ],
  [
    "a request body gains an optional field",
    (d) => {
      newKey(d).properties.new = { type: "string" };
    },
  ],
  [
    "an error status is added",
    (d) => {
      odds(d).responses["451"] = odds(d).responses["400"];
    },
  ],
  [
    "a description is rewritten",
    (d) => {
      schema(d, "Outcome").properties.name.description = "Another.";
    },
  ],
  [
    "a response header is added",
    (d) => {
      odds(d).responses["200"].headers.New = { schema: { type: "string" } };
    },
  ],
])("a change is additive when %s", (_, change) => {
  expect(changed(change)).toEqual([]);
});

test.each<[string, (document: Loose) => void, RegExp]>([
  [
    "a path is removed",
    (d) => {
      delete d.paths["/v1/sports"];
    },
    /GET \/v1\/sports: was removed/,
  ],
  [
    "a method is removed",
    (d) => {
      delete d.paths["/v1/account/keys"].post;
    },
    /POST .*: was removed/,
  ],
  [
    "a field of a response is removed",
    (d) => {
      delete schema(d, "Outcome").properties.point;
    },
    /\.point: was removed/,
  ],
  [
    "a field of a response changes its type",
    (d) => {
      schema(d, "Usage").properties.requests_allowance.type = "string";
    },
    /requests_allowance: type changed/,
  ],
  [
    "a field of a response becomes optional",
    (d) => {
      schema(d, "Fixture").required = ["id"];
    },
    /became optional/,
  ],
  [
    "a field of a response becomes nullable",
    (d) => {
      const { properties } = schema(d, "Sport");
      properties.title = { anyOf: [properties.title, { type: "null" }] };
    },
    /title: (type|anyOf) changed/,
  ],
  [
    "an enumeration in a response gains a value",
    (d) => {
      schema(d, "Market").properties.period.enum.push("f3");
    },
    /value f3 was added/,
  ],
  [
    "a response that was a list becomes an object",
    (d) => {
      odds(d).responses["200"].content["application/json"].schema = schema(d, "Usage");
    },
    /type changed/,
  ],
  [
    "a response header is removed",
    (d) => {
      delete odds(d).responses["200"].headers["x-requests-last"];
    },
    /header x-requests-last: was removed/,
  ],
  [
    "a response header changes its type",
    (d) => {
      d.components.headers["X-RateLimit-Reset"].schema.type = "string";
    },
    /header X-RateLimit-Reset: type changed/,
  ],
  [
    "an error status is removed",
    (d) => {
      delete odds(d).responses["422"];
    },
    /422: was removed/,
  ],
  [
    "a second success status is added",
    (d) => {
      odds(d).responses["206"] = odds(d).responses["200"];
    },
    /is a new success status/,
  ],
  [
    "a parameter is removed",
    (d) => {
      odds(d).parameters = odds(d).parameters.filter((entry: Loose) => entry.name !== "eventIds");
    },
    /query eventIds: was removed/,
  ],
  [
    "a parameter becomes required",
    (d) => {
      parameter(d, "bookmakers").required = true;
    },
    /query bookmakers: became required/,
  ],
  [
    "a required parameter is added",
    (d) => {
      odds(d).parameters.push({ in: "query", name: "new", required: true, schema: { type: "string" } });
    },
    /query new: became required/,
  ],
  [
    "a default changes",
    (d) => {
      parameter(d, "oddsFormat").schema.default = "decimal";
    },
    /default changed/,
  ],
  [
    "a default is removed",
    (d) => {
      delete parameter(d, "markets").schema.default;
    },
    /default changed/,
  ],
  [
    "an enumeration in a request loses a value",
    (d) => {
      parameter(d, "dateFormat").schema.enum = ["iso"];
    },
    /value unix was removed/,
  ],
  [
    "a parameter that accepted any text becomes an enumeration",
    (d) => {
      parameter(d, "bookmakers").schema.enum = ["a"];
    },
    /became an enumeration/,
  ],
  [
    "a parameter gets a maximum length",
    (d) => {
      parameter(d, "bookmakers").schema.maxLength = 10;
    },
    /maxLength changed/,
  ],
  [
    "a parameter changes its type",
    (d) => {
      parameter(d, "commenceTimeFrom").schema = { type: "integer" };
    },
    /type changed/,
  ],
  [
    "a field of a request body becomes required",
    (d) => {
      newKey(d).required.push("test");
    },
    /test: became required/,
  ],
  [
    "a field of a request body gets a shorter maximum length",
    (d) => {
      newKey(d).properties.label.maxLength = 32;
    },
    /maxLength changed/,
  ],
  [
    "other credentials are required",
    (d) => {
      odds(d).security = [{ Session: [] }];
    },
    /security changed/,
  ],
  [
    "an operation is renamed",
    (d) => {
      odds(d).operationId = "other";
    },
    /operationId changed/,
  ],
])("a change is breaking when %s", (_, change, report) => {
  expect(changed(change).join("\n")).toMatch(report);
});
