import { expect, test } from "vitest";
import { sizeText } from "@/app/(site)/price-text";

test("a size of a kind that the page does not know is shown by the kind's own name, whatever it is", () => {
  expect(sizeText({ kind: "posted_limit", amount: 2000 })).toBe("limit 2,000");
  expect(sizeText({ kind: "constructor", amount: 10 })).toBe("constructor 10");
  expect(sizeText({ kind: "matched_volume", amount: 10 })).toBe("matched volume 10");
});
