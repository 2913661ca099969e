import { expect, test } from "vitest";
import { formatSize } from "@/app/(site)/format-price";

test("a size of an unknown kind shows the key of the kind", () => {
  expect(formatSize({ kind: "posted_limit", amount: 2000 })).toBe("limit 2,000");
  expect(formatSize({ kind: "constructor", amount: 10 })).toBe("constructor 10");
  expect(formatSize({ kind: "matched_volume", amount: 10 })).toBe("matched volume 10");
});
