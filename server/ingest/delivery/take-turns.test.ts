import { expect, test } from "vitest";
import { createTurns } from "@/server/ingest/delivery/take-turns";

/** A part of a delivery that runs until `end` is called. */
const createPart = (name: string, started: string[]) => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = (): Promise<void> => {
    started.push(name);
    return ended;
  };
  return { work, end: () => end() };
};

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("a token that comes later waits for at most one waiting part of each other token", async () => {
  const started: string[] = [];
  const turnsOf = createTurns(1);
  const greedy = ["a1", "a2", "a3"].map((name) => createPart(name, started));
  const honest = createPart("b1", started);
  const all = greedy.map(({ work }) => turnsOf("a")(work));
  all.push(turnsOf("b")(honest.work));
  for (const part of [...greedy, honest]) {
    await settle();
    part.end();
  }
  await Promise.all(all);
  expect(started).toEqual(["a1", "a2", "b1", "a3"]);
});

test("at most the given number of parts run at once, and a part that fails gives its turn to the next", async () => {
  const started: string[] = [];
  const turnsOf = createTurns(2);
  const parts = ["a1", "b1", "c1"].map((name) => createPart(name, started));
  const failing = turnsOf("x")(() => Promise.reject(new Error("planted")));
  const all = parts.map(({ work }, index) => turnsOf(`token ${index}`)(work));
  await expect(failing).rejects.toThrow("planted");
  await settle();
  expect(started).toEqual(["a1", "b1"]);
  for (const { end } of parts) end();
  await Promise.all(all);
  expect(started).toEqual(["a1", "b1", "c1"]);
});
