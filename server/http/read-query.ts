import { ApiError, quoted } from "@/server/errors/api-error";

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
};

/**
 * The known parameters of a query string (without `?`). Unknown ones are left out unread: clients of other odds APIs send more, an API key
 * among them.
 * @throws BAD_REQUEST on a known parameter given twice or with malformed percent-encoding.
 */
export const readQuery = (query: string, known: ReadonlySet<string>): Record<string, string> => {
  const values = new Map<string, string>();
  if (query === "") return {};
  for (const pair of query.split("&")) {
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    if (name === undefined || !known.has(name)) continue;
    if (values.has(name)) throw new ApiError("BAD_REQUEST", { message: `${name} is given more than once.` });
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
