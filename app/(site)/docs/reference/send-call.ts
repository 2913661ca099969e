import { bodyValue, type ConsoleCall, type ConsoleParameter } from "@/app/(site)/docs/reference/build-call";
import type { Credentials } from "@/app/(site)/docs/reference/credentials";
import { ownValue } from "@/server/domain/catalogue/own-value";

export type ConsoleResponse = {
  readonly status: number;
  readonly durationMs: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The whole body, indented if it is JSON. Empty if the response has no body. */
  readonly body: string;
};

const shownHeaders =
  /^(x-requests-|x-ratelimit-|x-request-id$|retry-after$|etag$|content-type$|cache-control$)/;

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const describeResponse = (
  { status, headers }: Response,
  text: string,
  startedAt: number,
): ConsoleResponse => ({
  status,
  durationMs: Math.round(performance.now() - startedAt),
  headers: [...headers].filter(([name]) => shownHeaders.test(name)),
  body: indented(text),
});

/**
 * Calls this site's API with the visitor's credentials in headers.
 * @throws TypeError if the service is unreachable or a credential is not a valid header value.
 */
export const sendCall = async (
  { method, target, body }: ConsoleCall,
  access: "key" | "session",
  { apiKey, accessToken }: Credentials,
): Promise<ConsoleResponse> => {
  const headers = new Headers();
  if (access === "key" && apiKey !== "") headers.set("X-API-Key", apiKey);
  if (access === "session" && accessToken !== "") headers.set("Authorization", `Bearer ${accessToken}`);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const startedAt = performance.now();
  const response = await fetch(target, {
    method,
    headers,
    credentials: "omit",
    cache: "no-store",
    ...(body !== undefined && { body }),
  });
  return describeResponse(response, await response.text(), startedAt);
};

type WebsiteResponse = {
  readonly result?: { readonly data: unknown };
  readonly error?: {
    readonly message: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
};

/** The body that `/v1` would have returned. */
const apiBody = ({ result, error }: WebsiteResponse): unknown => {
  if (error === undefined) return result?.data;
  const { code, docs_url, request_id, current_plan, required_plan } = error.data;
  return { error: { code, message: error.message, docs_url, request_id, current_plan, required_plan } };
};

/**
 * Calls an endpoint's procedure through `/api/trpc`, as the signed-in account or as a visitor.
 * @param procedure such as `odds.list`.
 * @throws TypeError if the service is unreachable.
 */
export const callFromSite = async (
  procedure: string,
  parameters: readonly ConsoleParameter[],
  values: Readonly<Record<string, string>>,
): Promise<ConsoleResponse> => {
  const filled = parameters.filter(({ name }) => (ownValue(values, name) ?? "") !== "");
  const input = Object.fromEntries(
    filled.map((parameter) => [parameter.name, bodyValue(parameter, ownValue(values, parameter.name) ?? "")]),
  );
  const startedAt = performance.now();
  const response = await fetch(`/api/trpc/${procedure}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    cache: "no-store",
    body: JSON.stringify(input),
  });
  const body = apiBody((await response.json()) as WebsiteResponse);
  return describeResponse(response, body === null ? "" : JSON.stringify(body), startedAt);
};
