import fc from "fast-check";
import { expect, test } from "vitest";
import { createCursors, cursorLength, originPart } from "@/server/market/board/cursor";
import { comparePositions, type Moment } from "@/server/market/board/position";

const cursors = createCursors("a secret of the tests");
const moments: fc.Arbitrary<Moment> = fc
  .record({
    xmin: fc.bigInt({ min: 0n, max: 2n ** 59n }),
    span: fc.nat(1_000_000),
    ended: fc.nat(1_000_000),
    at: fc.integer({ min: 0, max: Date.UTC(2100, 0) }),
  })
  .map(({ xmin, span, ended, at }) => ({ position: { xmin, xmax: xmin + BigInt(span), ended }, at }));

test("a cursor has a fixed length, and reading it returns the moment and the origin that were written", () => {
  fc.assert(
    fc.property(moments, fc.string(), (moment, origin) => {
      const text = cursors.write(origin, moment);
      expect(text).toHaveLength(cursorLength);
      expect(cursors.read(text)).toEqual({ origin: originPart(origin), moment });
    }),
  );
});

test("cursors of the same position at other times, or of another origin, are the same as if each were written alone", () => {
  const position = { xmin: 700n, xmax: 702n, ended: 1 };
  const times = fc.constantFrom(1_795_000_000_000, 1_795_000_000_010);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom("a", "b"), times), { maxLength: 8 }), (written) => {
      for (const [origin, at] of written)
        expect(cursors.write(origin, { position, at })).toBe(
          createCursors("a secret of the tests").write(origin, { position: { ...position }, at }),
        );
    }),
  );
});

test("cursors of one origin sort as text in the order of their positions and times", () => {
  fc.assert(
    fc.property(moments, moments, (a, b) => {
      const order = comparePositions(a.position, b.position) || a.at - b.at;
      const sorted = cursors.write("db", a) < cursors.write("db", b);
      if (order !== 0) expect(sorted).toBe(order < 0);
    }),
  );
});

test("a cursor that was changed, cut or sealed with another secret is not read", () => {
  const text = cursors.write("db", { position: { xmin: 700n, xmax: 702n, ended: 1 }, at: 1_795_000_000_000 });
  for (let index = 0; index < text.length; index++) {
    const other = text[index] === "0" ? "1" : "0";
    expect(cursors.read(text.slice(0, index) + other + text.slice(index + 1))).toBeUndefined();
  }
  expect(cursors.read(text.slice(1))).toBeUndefined();
  expect(cursors.read(`${text}0`)).toBeUndefined();
  expect(createCursors("another secret").read(text)).toBeUndefined();
});
