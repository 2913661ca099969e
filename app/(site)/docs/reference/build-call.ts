import type { ParameterDoc } from "@/app/(site)/docs/reference/list-operations";
import { ownValue } from "@/server/domain/catalogue/own-value";

export type ConsoleParameter = Pick<ParameterDoc, "name" | "place" | "type" | "required">;

export type ConsoleCall = {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** JSON text; undefined if the endpoint takes no body. */
  readonly body: string | undefined;
};

/** Converts the text that was entered for a body parameter to a JSON value. */
export const bodyValue = ({ type }: ConsoleParameter, value: string): unknown =>
  type === "boolean" ? value === "true" : value;

/** The call with the given parameter values. Omits empty values. */
export const buildCall = (
  method: string,
  path: string,
  parameters: readonly ConsoleParameter[],
  values: Readonly<Record<string, string>>,
): ConsoleCall => {
  const filled = parameters.filter(({ name }) => (ownValue(values, name) ?? "") !== "");
  const inPlace = (place: ConsoleParameter["place"]) =>
    filled.filter((parameter) => parameter.place === place);
  const filledPath = inPlace("path").reduce(
    (text, { name }) => text.replace(`{${name}}`, encodeURIComponent(ownValue(values, name) ?? "")),
    path,
  );
  // Commas and colons are legal in a query and easier to read unencoded.
  const query = inPlace("query")
    .map(
      ({ name }) =>
        `${name}=${encodeURIComponent(ownValue(values, name) ?? "")
          .replaceAll("%2C", ",")
          .replaceAll("%3A", ":")}`,
    )
    .join("&");
  const hasBody = parameters.some(({ place }) => place === "body");
  const body = Object.fromEntries(
    inPlace("body").map((parameter) => [
      parameter.name,
      bodyValue(parameter, ownValue(values, parameter.name) ?? ""),
    ]),
  );
  return {
    method,
    target: query === "" ? filledPath : `${filledPath}?${query}`,
    body: hasBody ? JSON.stringify(body) : undefined,
  };
};

/** Names of the required parameters that are empty. */
export const missingParameters = (
  parameters: readonly ConsoleParameter[],
  values: Readonly<Record<string, string>>,
): readonly string[] =>
  parameters
    .filter(({ name, required }) => required && (ownValue(values, name) ?? "") === "")
    .map(({ name }) => name);

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a curl command, with the secret in an environment variable. */
export const curlCommand = (
  baseUrl: string,
  { method, target, body }: ConsoleCall,
  access: "key" | "session",
): string =>
  [
    `curl ${method === "GET" ? "" : `-X ${method} `}${
      access === "key" ? '-H "X-API-Key: $ODDSKEEPER_KEY"' : '-H "Authorization: Bearer $ODDSKEEPER_TOKEN"'
    }`,
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(body)}`]),
    shellQuoted(`${baseUrl}${target}`),
  ].join(" \\\n  ");
