import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { loggableError } from "@/server/loggable-error";

test("a failed query is logged with its text and its cause, without its parameters", () => {
  const error = new DrizzleQueryError("select 1 where x = $1", ["ok_live_secret\nmore"], new Error("gone"));
  const logged = loggableError(error);
  expect(JSON.stringify(logged)).not.toContain("secret");
  expect(logged.message).toContain("select 1 where x = $1");
  expect(logged.cause?.message).toBe("gone");
});

test("a thrown value that is not an Error is logged with its type", () => {
  expect(loggableError("ok_live_secret")).toEqual({
    name: "string",
    message: "a non-Error value was thrown",
  });
});
