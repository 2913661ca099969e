import { ApiError, quoted } from "@/server/domain/errors/api-error";

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
};

/**
 * Reads the parameters in `names` from a query string (without `?`). All other parameters are ignored, because clients of other odds APIs
 * send parameters that we do not have.
 * @throws BAD_REQUEST if a parameter in `names` is repeated or has malformed percent-encoding.
 */
export const readQuery = (query: string, names: ReadonlySet<string>): Record<string, string> => {
  const values = new Map<string, string>();
  if (query === "") return {};
  for (const pair of query.split("&")) {
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    if (name === undefined || !names.has(name)) continue;
    if (values.has(name))
      throw new ApiError("BAD_REQUEST", { message: `${name}: the parameter is repeated.` });
    const raw = equals === -1 ? "" : pair.slice(equals + 1);
    const value = decode(raw);
    if (value === undefined)
      throw new ApiError("BAD_REQUEST", {
        message: `${name}: ${quoted(raw)} is not valid percent-encoding.`,
      });
    values.set(name, value);
  }
  return Object.fromEntries(values);
};
