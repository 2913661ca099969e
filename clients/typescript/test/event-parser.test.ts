import fc from "fast-check";
import { expect, it } from "vitest";
import { createEventParser } from "../src/event-parser";

const parseAll = (pieces: readonly string[]) => {
  const parser = createEventParser(10_000);
  return pieces.flatMap((piece) => parser.push(piece));
};

it("the events don't depend on where the text is split or how lines end", () => {
  const events = [
    { type: "fixture", data: '{"a":1}', id: "7" },
    { type: "message", data: "two\nlines: of text", id: undefined },
    { type: "gone", data: "é🏀", id: undefined },
  ];
  const lines = [
    [": a comment", "event: fixture", "id: 7", 'data: {"a":1}', ""],
    ["data:two", "data: lines: of text", "unknown: field", ""],
    ["event:gone", "data: é🏀", "retry: 5", ""],
  ].flat();
  const lineEnd = fc.constantFrom("\n", "\r", "\r\n");
  fc.assert(
    fc.property(
      fc.array(lineEnd, { minLength: lines.length, maxLength: lines.length }),
      fc.array(fc.nat(1000)),
      (ends, cuts) => {
        // A CR followed by an LF is one line end, so an empty line needs another one.
        const text = lines.map((line, index) => line + (line === "" ? "\n" : (ends[index] ?? "\n"))).join("");
        const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
        const hasLoneCr = lines.some((_line, index) => ends[index] === "\r" && lines[index + 1] === "");
        fc.pre(!hasLoneCr);
        expect(parseAll(pieces)).toEqual(events);
      },
    ),
  );
});

it("no event is reported without data or before its empty line", () => {
  expect(parseAll(["event: open\n\n", "id: 3\n\n", "data: unfinished\n"])).toEqual([]);
});

it("comments do not count as fields, and each part of a long line does", () => {
  const parser = createEventParser(100);
  parser.push(": still here\n\n");
  parser.push(": ping");
  parser.push(" pong\n");
  expect(parser.fieldCount).toBe(0);
  parser.push("data: aaa");
  parser.push("aaa");
  expect(parser.fieldCount).toBeGreaterThan(0);
});

it("an event that is too long is refused before it is complete", () => {
  const parser = createEventParser(100);
  expect(() => parser.push(`data: ${"x".repeat(200)}`)).toThrow("more than 100 characters");
});
