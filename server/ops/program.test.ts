import { afterEach, describe, expect, it, vi } from "vitest";
import { createProgram } from "@/server/ops/program";
import { runProgram } from "@/server/ops/run-program";

afterEach(() => vi.restoreAllMocks());

const written = (stream: "stdout" | "stderr") => {
  const texts: string[] = [];
  vi.spyOn(process[stream], "write").mockImplementation((text) => {
    texts.push(String(text));
    return true;
  });
  return () => texts.join("");
};

describe("ops", () => {
  it.each([
    [[]],
    [["nothing"]],
    [["account"]],
    [["account", "create", "--email", "x@example.com"]],
    [["account", "create", "--email", "x@example.com", "--plan", "gold"]],
    [["account", "create", "--email", "not an address", "--plan", "free"]],
    [["account", "create", "--email", "x@example.com", "--plan", "free", "--allowance", "1.5"]],
    [["account", "create", "--email", "x@example.com", "--plan", "free", "--allowance", "-1"]],
    [["account", "create", "--email", "x@example.com", "--plan", "free", "--speed", "0"]],
    [["account", "plan", "--email", "x@example.com", "--plan", "free", "--speed", "none"]],
    [["key", "create", "--email", "x@example.com", "--label", "x".repeat(65)]],
    [["key", "create", "--email", "x@example.com", "--label", " "]],
    [["key", "revoke", "--id", "5"]],
    [["unmatched", "list", "--sport", "soccer_atlantis"]],
    [["backup"]],
    [["restore"]],
    [["restore", "--from"]],
    [["alias", "list", "--sport", "soccer_atlantis"]],
    [["alias", "add", "--sport", "basketball_nba", "--team", "Boston Celtics"]],
    [["alias", "add", "--sport", "soccer_atlantis", "--team", "Boston Celtics", "--name", "x"]],
    [["alias", "add", "--sport", "basketball_nba", "--team", "Boston Celtics", "--name", " "]],
    [["alias", "add", "--sport", "basketball_nba", "--team", "Boston Celtics", "--name", "a\nb"]],
    [["alias", "add", "--sport", "basketball_nba", "--team", "Boston Celtics", "--name", "x".repeat(101)]],
    [["team", "list"]],
    [["team", "list", "--sport", "soccer_atlantis"]],
    [["team", "rename", "--sport", "mma_mixed_martial_arts", "--team", "Jon Jonse"]],
    [["team", "rename", "--sport", "mma_mixed_martial_arts", "--team", "Jon Jonse", "--to", " "]],
    [["team", "forget", "--sport", "mma_mixed_martial_arts"]],
    [["account", "show", "--email", "x@example.com", "--surprise"]],
    [["account", "show", "--email", "x@example.com", "surprise"]],
  ])("wrong usage %j exits with 2 and writes to stderr only", async (args) => {
    const out = written("stdout");
    const err = written("stderr");
    expect(await runProgram(createProgram(), args)).toBe(2);
    expect(out()).toBe("");
    expect(err()).not.toBe("");
  });

  it.each([
    [["account", "create", "--email", "x", "--plan", "free"], "It is not an email address."],
    [
      ["account", "plan", "--email", "x@example.com", "--speed", "none"],
      'It must be "plan" or a whole number up to 1000000000.',
    ],
    [["feed", "import", "--shift", "soon"], "It must be auto or a duration such as 90m, 36h or -2d."],
    [["alias", "list", "--sport", "soccer_atlantis"], "It is not the key of a sport."],
    [["key", "revoke", "--id", "5"], "It is not a key id (a uuid)."],
  ])("the error of %j says in a full sentence what is wrong: %s", async (args, sentence) => {
    const err = written("stderr");
    expect(await runProgram(createProgram(), args)).toBe(2);
    expect(err()).toContain(`is invalid. ${sentence}`);
  });

  it("--help exits with 0 and writes to stdout", async () => {
    const out = written("stdout");
    expect(await runProgram(createProgram(), ["key", "create", "--help"])).toBe(0);
    expect(out()).toContain("--label");
  });

  it("`openapi` writes the OpenAPI document to stdout", async () => {
    const out = written("stdout");
    expect(await runProgram(createProgram(), ["openapi", "--committed"])).toBe(0);
    expect(JSON.parse(out())).toMatchObject({ openapi: "3.1.0" });
  });

  it("after a failed query, the error message states the cause but not the query", async () => {
    const err = written("stderr");
    const program = createProgram();
    const cause = new Error("connection\nrefused");
    program.command("fail").action(() => Promise.reject(new Error("Failed query: select secret", { cause })));
    expect(await runProgram(program, ["fail"])).toBe(1);
    expect(err()).toBe("error: connection refused\n");
  });
});
