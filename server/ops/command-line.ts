import { type Command, InvalidArgumentError } from "commander";
import type { z } from "zod";

/** A command failed. The message is one clear line for the operator. */
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

/** A result as text: one line per field, and one more line per item of a list. */
export const readableLines = (result: Printed): string =>
  Object.entries(result)
    .map(([name, value]) => `${name}: ${readable(value)}`)
    .join("\n");

/**
 * Parses an option's value with a schema. An invalid value is bad usage: exit code 2.
 * @param schema its messages complete a sentence that begins with "It", such as "is not an email address".
 */
export const parsedBy =
  <T>(schema: z.ZodType<T>) =>
  (value: string): T => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message ?? "has the wrong form"}.`);
  };

/** Makes a command print its result: as text from `show`, or with the option `--json` as JSON on one line. */
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
