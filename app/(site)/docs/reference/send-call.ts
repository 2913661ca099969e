import type { ConsoleCall } from "@/app/(site)/docs/reference/build-call";
import type { Credentials } from "@/app/(site)/docs/reference/credentials";

export type ConsoleResponse = {
  readonly status: number;
  readonly durationMs: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Indented if it is JSON; empty if there is no body. */
  readonly body: string;
  /** Characters beyond the limit, missing from `body`. */
  readonly omittedCharacters: number;
};

const shownHeaders =
  /^(x-requests-|x-ratelimit-|x-request-id$|retry-after$|etag$|content-type$|cache-control$)/;

// Browsers become slow with a text element of several megabytes.
const maxCharacters = 60_000;

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

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
  const text = indented(await response.text());
  return {
    status: response.status,
    durationMs: Math.round(performance.now() - startedAt),
    headers: [...response.headers].filter(([name]) => shownHeaders.test(name)),
    body: text.slice(0, maxCharacters),
    omittedCharacters: Math.max(0, text.length - maxCharacters),
  };
};
