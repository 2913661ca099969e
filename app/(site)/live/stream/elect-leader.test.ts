import { afterEach, expect, test } from "vitest";
import { electByClaims } from "@/app/(site)/live/stream/elect-leader";

/* How tabs elect a leader in browsers without locks. The tests of the browser cover the election by a lock. */

const leaving: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

let elections = 0;
const startElection = () => {
  elections += 1;
  const name = `election ${elections}`;
  const leading = new Set<string>();
  return {
    leading,
    join: (tab: string): (() => void) => {
      const leave = electByClaims(name, () => {
        leading.add(tab);
        return () => leading.delete(tab);
      });
      leaving.push(leave);
      return leave;
    },
  };
};

test("of several tabs that open at once, exactly one leads in the end", async () => {
  const { leading, join } = startElection();
  for (const tab of ["a", "b", "c", "d"]) join(tab);
  await expect.poll(() => leading.size).toBe(1);
});

test("a tab that opens later follows, and takes over when the leader leaves", async () => {
  const { leading, join } = startElection();
  const leave = join("first");
  await expect.poll(() => [...leading]).toEqual(["first"]);
  join("second");
  leave();
  expect(leading.size).toBe(0);
  await expect.poll(() => [...leading]).toEqual(["second"]);
});
