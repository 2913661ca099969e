import { formatWhole } from "@/server/domain/serialize/format-number";

const lineEveryMs = 2_000;
const megabyte = 1_000_000;

/**
 * Prints the progress of a long operation on stderr, at most one line every two seconds.
 * @returns a function that adds bytes to the total.
 */
export const createByteProgress = (
  what: string,
  write: (line: string) => void = (line) => process.stderr.write(line),
  now: () => number = () => performance.now(),
): ((bytes: number) => void) => {
  let total = 0;
  let lastAt = now();
  return (bytes) => {
    total += bytes;
    if (now() - lastAt < lineEveryMs) return;
    lastAt = now();
    write(`${what}: ${formatWhole(total / megabyte)} MB\n`);
  };
};
