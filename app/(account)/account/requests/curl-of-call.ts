import type { LoggedCall } from "@/server/account/call-log/read-calls";

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a curl command. Undefined if the log lacks the path, or if the call had a body. The reader inserts the API key. */
export const curlOfCall = ({ method, target }: LoggedCall, baseUrl: string): string | undefined => {
  if (target === null || target.includes("…") || method === "POST") return undefined;
  const action = method === "GET" ? "" : method === "HEAD" ? " -I" : ` -X ${method}`;
  // The paths of keys and tokens take an access token instead of a key.
  const credential = target.startsWith("/v1/account/keys")
    ? '"Authorization: Bearer $ODDSKEEPER_TOKEN"'
    : '"X-API-Key: $ODDSKEEPER_KEY"';
  return `curl${action} -H ${credential} ${quoted(`${baseUrl}${target}`)}`;
};
