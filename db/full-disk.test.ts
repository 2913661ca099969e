import { describe, expect, it } from "vitest";
import { describeFailure, isDiskFull } from "@/db/full-disk";

describe("describeFailure", () => {
  it.each([
    ["the system's error", Object.assign(new Error("write ENOSPC"), { code: "ENOSPC" })],
    ["PostgreSQL's error", Object.assign(new Error("could not extend file"), { code: "53100" })],
    ["an error of Emscripten's file system", { name: "ErrnoError", errno: 51 }],
    ["an error whose cause is PostgreSQL's error", new Error("Failed query", { cause: { code: "53100" } })],
  ])("a full disk is recognized from %s", (_, error) => {
    expect(isDiskFull(error)).toBe(true);
    expect(describeFailure(error, "/tmp")).toBe("no space is left on the disk of /tmp");
  });

  it("a failure other than a full disk keeps its message, on one line", () => {
    const error = new Error("could not open\n  file");
    expect(isDiskFull(error)).toBe(false);
    expect(describeFailure(error, "/tmp")).toBe("could not open file");
    expect(isDiskFull(undefined)).toBe(false);
  });
});
