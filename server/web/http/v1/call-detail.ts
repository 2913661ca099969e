import type { CallDetail } from "@/server/account/call-log/account-call";
import type { ApiError } from "@/server/domain/errors/api-error";

const maxCharacters = 500;

/** Anything that begins like one of the service's own secrets, such as an API key or a feed token. */
const secret = /ok_[a-z]+_[\w-]+/g;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};

/** The database cannot store half of a character that consists of two. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Cs}/gu, "\uFFFD");

const shortened = (text: string): string =>
  wellFormed(text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text);

/** A message without secrets and control characters. */
const shownMessage = (message: string): string =>
  shortened(message.replaceAll(secret, "…").replaceAll(/\p{Cc}/gu, "\uFFFD"));

/** A part of a path or a value of a query, in the client's own encoding. A part that contains a secret is left out. */
const shownPart = (part: string): string => (decode(part).search(secret) === -1 ? part : "…");

/**
 * A request's path and query (without `?`) for the account's request log. Of the query, it has only parameters that the endpoint reads: a
 * client of another odds API may send a key of that API.
 * @param read the parameters that the endpoint reads.
 */
export const shownTarget = (path: string, query: string, read: ReadonlySet<string>): string => {
  const pairs = query.split("&").flatMap((pair) => {
    const [name = "", ...value] = pair.split("=");
    return read.has(decode(name)) ? [`${name}=${shownPart(value.join("="))}`] : [];
  });
  const shownPath = path.split("/").map(shownPart).join("/");
  return shortened(pairs.length === 0 ? shownPath : `${shownPath}?${pairs.join("&")}`);
};

/**
 * The same for a call of a page, which has an input instead of a path and a query.
 * @param template the path, with `{name}` for each path parameter.
 */
export const shownInput = (template: string, input: unknown): string => {
  const fields = new Map(
    Object.entries(typeof input === "object" && input !== null ? input : {}).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" || typeof value === "boolean"
        ? [[name, encodeURIComponent(wellFormed(String(value)))] as const]
        : [],
    ),
  );
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name) ?? "…";
    fields.delete(name);
    return value;
  });
  const query = [...fields].map(([name, value]) => `${name}=${value}`).join("&");
  return shownTarget(path, query, new Set(fields.keys()));
};

/** @param target a function, because only calls of accounts need the text. */
export const callDetail = (
  target: (() => string) | undefined,
  error: ApiError | undefined,
): CallDetail | undefined =>
  target === undefined && error === undefined
    ? undefined
    : {
        target: target?.(),
        message: error && shownMessage(error.message),
        requiredPlan: error?.planGap?.requiredPlan,
      };
