const deepestCause = 5;

// A failed query's text ends with its parameters, which are what the client sent.
const withoutParameters = (text: string): string => text.replace(/\nparams:[\s\S]*?(?=\n {4}at |$)/, "");

type LoggedError = { name: string; message: string; code?: string; stack?: string; cause?: LoggedError };

/** An unforeseen error as the log may keep it: without the values that a query was called with. */
export const loggableError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error))
    return { name: typeof error, message: "something that is no error was thrown" };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const cause =
    error.cause !== undefined && depth < deepestCause ? loggableError(error.cause, depth + 1) : undefined;
  return {
    name: error.name,
    message: withoutParameters(error.message),
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && { stack: withoutParameters(error.stack) }),
    ...(cause !== undefined && { cause }),
  };
};
