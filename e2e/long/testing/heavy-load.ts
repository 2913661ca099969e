import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";

/** Computes without a pause, until the parent process has ended. */
const program = `
  const parent = process.ppid;
  const work = () => {
    for (const until = Date.now() + 100; Date.now() < until; );
    if (process.ppid === parent) setImmediate(work);
  };
  work();`;

/** Keeps every core of the machine busy. @returns a function that ends the load. */
export const startHeavyLoad = (): (() => Promise<void>) => {
  const children = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", program], { stdio: "ignore" }),
  );
  const ended = children.map((child) => once(child, "exit"));
  return async () => {
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(ended);
  };
};
