const maxCauseDepth = 5;

// The message of a failed database query ends with the query's parameters, which may be secrets that a client sent.
const withoutParameters = (text: string): string => text.replace(/\nparams:[\s\S]*?(?=\n {4}at |$)/, "");

type LoggedError = { name: string; message: string; code?: string; stack?: string; cause?: LoggedError };

/** Converts an unexpected error for the log. Removes the parameters of failed database queries. */
export const loggableError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { name: typeof error, message: "a non-Error value was thrown" };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const cause =
    error.cause !== undefined && depth < maxCauseDepth ? loggableError(error.cause, depth + 1) : undefined;
  return {
    name: error.name,
    message: withoutParameters(error.message),
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && { stack: withoutParameters(error.stack) }),
    ...(cause !== undefined && { cause }),
  };
};
