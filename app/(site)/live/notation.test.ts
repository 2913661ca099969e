import { expect, test } from "vitest";
import { formatFair, formatPrice, formatShare, formatSize, notations } from "@/app/(site)/live/notation";

test.each([
  [{ american: -110 }, ["−110", "1.91", "10/11", "52.4%"]],
  [{ american: 120 }, ["+120", "2.20", "6/5", "45.5%"]],
  [{ decimal: 2 }, ["+100", "2.00", "evens", "50.0%"]],
  [{ american: -100 }, ["+100", "2.00", "evens", "50.0%"]],
  [{ decimal: 3.5 }, ["+250", "3.50", "5/2", "28.6%"]],
  [{ probability: 0.953 }, ["−2028", "1.049", "4/81", "95.3%"]],
  [{ decimal: 151 }, ["+15000", "151", "150/1", "0.7%"]],
  [{ decimal: 1.001 }, ["−100000", "1.001", "1/1000", "99.9%"]],
])("the four notations show the price %o as %o", (price, texts) => {
  expect(notations.map((notation) => formatPrice(price, notation))).toEqual(texts);
});

test("a fair price is shown in the chosen notation", () => {
  expect(formatFair(0.5, "american")).toBe("+100");
});

test("a hold is never shown as minus zero", () => {
  expect([formatShare(0.0449), formatShare(-0.003), formatShare(-0.0001)]).toEqual(["4.5%", "−0.3%", "0.0%"]);
});

test("a size of an unknown kind is shown with the kind's key, with spaces instead of underscores", () => {
  expect(formatSize({ kind: "posted_limit", amount: 2000 })).toBe("limit 2,000");
  expect(formatSize({ kind: "constructor", amount: 10 })).toBe("constructor 10");
  expect(formatSize({ kind: "matched_volume", amount: 10 })).toBe("matched volume 10");
});
