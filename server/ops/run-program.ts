import { type Command, CommanderError } from "commander";

const failed = 1;
const badUsage = 2;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/**
 * Returns an error's message. Drizzle wraps a database error in an error whose message repeats the query with its parameters. For such an
 * error, the message of the database error is returned.
 */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const wrapped = error.message.startsWith("Failed query") && error.cause instanceof Error;
  return wrapped ? messageOf(error.cause) : error.message;
};

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

/**
 * Runs a command. An error goes to stderr as one line.
 * @param args the arguments after the program's name.
 * @returns the exit code: 0 success, 1 failure, 2 bad usage.
 */
export const runProgram = async (program: Command, args: readonly string[]): Promise<number> => {
  for (const command of everyCommand(program)) command.exitOverride();
  try {
    await program.parseAsync([...args], { from: "user" });
    return 0;
  } catch (error) {
    // Commander has already printed its error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : badUsage;
    process.stderr.write(`error: ${oneLine(messageOf(error))}\n`);
    return failed;
  }
};
