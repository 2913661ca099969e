import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { loggableError } from "@/server/http/loggable-error";

test("a failed query is logged with its text and its cause, without the values it was called with", () => {
  const error = new DrizzleQueryError("select 1 where x = $1", ["ok_live_secret\nmore"], new Error("gone"));
  const logged = loggableError(error);
  expect(JSON.stringify(logged)).not.toContain("secret");
  expect(logged.message).toContain("select 1 where x = $1");
  expect(logged.cause?.message).toBe("gone");
});

test("something thrown that is no error is logged as its kind", () => {
  expect(loggableError("ok_live_secret")).toEqual({
    name: "string",
    message: "something that is no error was thrown",
  });
});
