const lineEveryMs = 2_000;
const megabyte = 1_000_000;

/** Tells, on stderr, how many bytes of long work are done: a line every two seconds. @returns takes note of further bytes. */
export const showBytes = (
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
    write(`${what}: ${Math.round(total / megabyte).toLocaleString("en-US")} MB\n`);
  };
};
