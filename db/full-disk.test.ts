import { describe, expect, it } from "vitest";
import { describeFailure, saysDiskFull } from "@/db/full-disk";

describe("a failure's one line", () => {
  it.each([
    ["the system's error", Object.assign(new Error("write ENOSPC"), { code: "ENOSPC" })],
    ["PostgreSQL's error", Object.assign(new Error("could not extend file"), { code: "53100" })],
    ["an error of Emscripten's files", { name: "ErrnoError", errno: 51 }],
    ["an error that wraps one", new Error("Failed query", { cause: { code: "53100" } })],
  ])("names a full disk: %s", (_, error) => {
    expect(saysDiskFull(error)).toBe(true);
    expect(describeFailure(error, "/tmp")).toBe("no space is left on the disk of /tmp");
  });

  it("tells any other failure in its own words, on one line", () => {
    const error = new Error("could not open\n  file");
    expect(saysDiskFull(error)).toBe(false);
    expect(describeFailure(error, "/tmp")).toBe("could not open file");
    expect(saysDiskFull(undefined)).toBe(false);
  });
});
