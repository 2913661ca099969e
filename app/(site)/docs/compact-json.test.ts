import { expect, test } from "vitest";
import { compactJson } from "@/app/(site)/docs/compact-json";
import { endpoints } from "@/server/web/api/endpoints";

test("compactJson keeps short values on one line and indents long ones", () => {
  const value = {
    name: "Northline",
    outcomes: [{ name: "Buffalo Bills", price: -110, point: -3.5 }],
    none: [],
  };
  expect(compactJson(value)).toBe(`{
  "name": "Northline",
  "outcomes": [{ "name": "Buffalo Bills", "price": -110, "point": -3.5 }],
  "none": []
}`);
});

test("compactJson changes no value in the examples of the OpenAPI document", () => {
  const examples = endpoints.flatMap(({ example }) => (example === undefined ? [] : [example]));
  expect(examples.length).toBeGreaterThan(10);
  for (const example of examples) expect(JSON.parse(compactJson(example))).toEqual(example);
});
