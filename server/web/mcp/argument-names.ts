import { ApiError } from "@/server/domain/errors/api-error";

/** The parameters of the API -> the arguments of the tools. */
const names: ReadonlyMap<string, string> = new Map([
  ["sport", "league"],
  ["sports", "league"],
  ["id", "fixture_id"],
  ["bookmakers", "books"],
  ["oddsFormat", "odds_format"],
  ["commenceTimeFrom", "from"],
  ["commenceTimeTo", "to"],
]);

/** The parameter at the beginning of a message such as `bookmakers: "x" is not a book key.` */
const subject = /^(\w+)(?=:| is required)/;

/** Quoted values, which stay as they were sent, and parameters that are no word of English. */
const mentioned = /"[^"]*"|(?<![\w/])(?:bookmakers|oddsFormat|commenceTimeFrom|commenceTimeTo)(?!\w)/g;

/**
 * The error of a procedure, with the arguments of a tool in place of the API's parameters.
 * @param ofTool the arguments of this tool that differ from those of most tools.
 */
export const nameArguments = (error: ApiError, ofTool: Readonly<Record<string, string>> = {}): ApiError => {
  const own: ReadonlyMap<string, string> = new Map([...names, ...Object.entries(ofTool)]);
  const rename = (name: string): string => own.get(name) ?? name;
  const message = error.message.replace(subject, rename).replace(mentioned, rename);
  if (message === error.message) return error;
  return new ApiError(error.code, {
    message,
    cause: error.cause,
    ...(error.planGap !== undefined && { planGap: error.planGap }),
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
  });
};
