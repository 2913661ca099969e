import { type Command, InvalidArgumentError } from "commander";
import type { z } from "zod";

/** A command could not be done; the message is one clear line for the operator. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
}

export type Printed = Readonly<Record<string, unknown>>;

const readable = (value: unknown): string => {
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.map((item) => `\n  ${readable(item)}`).join("");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, field]) => `${name}=${readable(field)}`)
    .join(" ");
};

/** Prints a command's result: with `--json` one object on one line, else a line a field. */
export const print = (result: Printed, json: boolean): void => {
  const text = json
    ? JSON.stringify(result)
    : Object.entries(result)
        .map(([name, value]) => `${name}: ${readable(value)}`)
        .join("\n");
  process.stdout.write(`${text}\n`);
};

/** Reads an option's value with a schema; what it refuses is bad usage. */
export const parsedBy =
  <T>(schema: z.ZodType<T>) =>
  (value: string): T => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? "not valid");
  };

/** A command that prints a result, with the option `--json`. */
export const printing = <Options extends object>(
  command: Command,
  run: (options: Options) => Promise<Printed>,
): Command =>
  command
    .option("--json", "print one JSON object on one line")
    .action(async (options: Options & { readonly json?: true }) =>
      print(await run(options), options.json === true),
    );
