import { describe, expect, test } from "vitest";
import { describeFields, type Schema, typeText } from "@/app/(site)/docs/reference/describe-schema";

const schemas: Readonly<Record<string, Schema>> = {
  Timestamp: { anyOf: [{ type: "string", format: "date-time" }, { type: "integer" }] },
  Size: {
    type: "object",
    description: "How much can be bet.",
    properties: { kind: { type: "string" }, amount: { type: "number" } },
    required: ["kind", "amount"],
  },
  Book: {
    type: "object",
    properties: {
      title: { type: "string", description: "Display title." },
      last_update: { anyOf: [{ $ref: "#/components/schemas/Timestamp" }, { type: "null" }] },
      sizes: { type: "array", items: { $ref: "#/components/schemas/Size" } },
      size: { $ref: "#/components/schemas/Size", description: "Of this place." },
    },
    required: ["title", "last_update"],
  },
};

describe("typeText", () => {
  test.each<[Schema, string]>([
    [{ type: "integer" }, "integer"],
    [{ type: "string", format: "uuid" }, "uuid string"],
    [{ $ref: "#/components/schemas/Timestamp" }, "timestamp"],
    [{ anyOf: [{ $ref: "#/components/schemas/Timestamp" }, { type: "null" }] }, "timestamp or null"],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "integer or null"],
    [{ type: "array", items: { type: "string" } }, "array of strings"],
    [{ type: "array", items: { $ref: "#/components/schemas/Size" } }, "array of objects"],
  ])("the type of %j is described as %s", (schema, text) => expect(typeText(schema, schemas)).toBe(text));
});

describe("describeFields", () => {
  const fields = describeFields({ type: "array", items: { $ref: "#/components/schemas/Book" } }, schemas);
  const field = (name: string) => fields.find((candidate) => candidate.name === name);

  test("describeFields returns the fields of a list's objects, and whether each field is required", () => {
    expect(fields.map(({ name, required }) => [name, required])).toEqual([
      ["title", true],
      ["last_update", true],
      ["sizes", false],
      ["size", false],
    ]);
  });

  test("a field that holds an object or an array of objects lists the fields of the object", () => {
    expect(field("sizes")?.fields.map(({ name }) => name)).toEqual(["kind", "amount"]);
    expect(field("size")?.fields.map(({ name }) => name)).toEqual(["kind", "amount"]);
  });

  test("a field's own description takes precedence over the description of the schema that it references", () => {
    expect(field("size")?.description).toBe("Of this place.");
  });

  test("a plain value has no fields", () => expect(describeFields({ type: "string" }, schemas)).toEqual([]));

  test("a reference to a missing schema throws", () => {
    expect(() => typeText({ $ref: "#/components/schemas/Nothing" }, schemas)).toThrow("Nothing");
  });
});
