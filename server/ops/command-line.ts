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

/** A command's result for people, a line a field. */
export const readableLines = (result: Printed): string =>
  Object.entries(result)
    .map(([name, value]) => `${name}: ${readable(value)}`)
    .join("\n");

/** Reads an option's value with a schema; what it refuses is bad usage. */
export const parsedBy =
  <T>(schema: z.ZodType<T>) =>
  (value: string): T => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? "not valid");
  };

/**
 * A command that prints a result, with the option `--json`: one object on one line.
 * @param show the result's form for people.
 */
export const printing = <Options extends object, Result extends Printed>(
  command: Command,
  run: (options: Options) => Promise<Result>,
  show: (result: Result, options: Options) => string = readableLines,
): Command =>
  command
    .option("--json", "print one JSON object on one line")
    .action(async (options: Options & { readonly json?: true }) => {
      const result = await run(options);
      process.stdout.write(`${options.json === true ? JSON.stringify(result) : show(result, options)}\n`);
    });
