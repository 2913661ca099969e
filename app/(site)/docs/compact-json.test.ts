import { expect, test } from "vitest";
import { compactJson } from "@/app/(site)/docs/compact-json";
import { endpoints } from "@/server/api/endpoints";

test("what is short stands on one line, what is long is indented", () => {
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

test("every example of the document parses to itself", () => {
  const examples = endpoints.flatMap(({ example }) => (example === undefined ? [] : [example]));
  expect(examples.length).toBeGreaterThan(10);
  for (const example of examples) expect(JSON.parse(compactJson(example))).toEqual(example);
});
