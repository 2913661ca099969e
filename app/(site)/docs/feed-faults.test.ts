import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { feedFaults, measuredJoins } from "@/app/(site)/docs/feed-faults";

test.each(feedFaults.map((fault) => [fault.title, fault] as const))(
  "the figure of %j is that of an existing test",
  (_, { testResult, proof }) => {
    const source = readFileSync(proof.file, "utf8");
    expect(source).toContain(proof.test);
    // The number is stated after the test begins, except for tests that are listed by name.
    const after = source.slice(source.indexOf(proof.test));
    expect(after).toContain(proof.expectedText);
    const cases = /^\d[\d,]*/.exec(testResult)?.[0].replaceAll(",", "");
    if (cases !== undefined) expect(proof.expectedText.replaceAll(/[^\d]/g, "")).toBe(cases);
  },
);

test("with 95 % confidence, no wrong join among the compared pairs means a rate below 1 in 1,500", () => {
  expect(1 - 0.05 ** (1 / measuredJoins.pairs)).toBeLessThan(1 / 1_500);
});
