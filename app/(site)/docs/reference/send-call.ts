import type { ConsoleCall } from "@/app/(site)/docs/reference/build-call";
import type { Credentials } from "@/app/(site)/docs/reference/credentials";

export type ConsoleAnswer = {
  readonly status: number;
  readonly durationMs: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Indented where it is JSON; empty where there is no body. */
  readonly body: string;
  /** Characters of the body that are not in `body`. */
  readonly cut: number;
};

const shownHeaders =
  /^(x-requests-|x-ratelimit-|x-request-id$|retry-after$|etag$|content-type$|cache-control$)/;

// A browser stutters over a text element of several megabytes.
const mostCharacters = 60_000;

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/**
 * Calls the API of this site with the reader's own credentials, in headers.
 * @throws TypeError when the service cannot be reached, or a credential cannot stand in a header.
 */
export const sendCall = async (
  { method, target, body }: ConsoleCall,
  access: "key" | "session",
  { apiKey, accessToken }: Credentials,
): Promise<ConsoleAnswer> => {
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
    body: text.slice(0, mostCharacters),
    cut: Math.max(0, text.length - mostCharacters),
  };
};
