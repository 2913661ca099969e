import { guides } from "@/app/(site)/docs/guides";
import { type Endpoint, endpoints } from "@/server/api/endpoints";
import { errorAnchor, errorCodes, errors } from "@/server/errors/errors";
import { planNames, plans } from "@/server/plans/plans";

const reach = (historyDays: number | null): string => {
  if (historyDays === null) return "history of everything recorded";
  return historyDays === 0 ? "no history" : `history of the last ${historyDays} days`;
};

const terms = ({ access, counted }: Endpoint): string =>
  `${counted ? "costs 1 request" : "free"}${access === "session" ? ", signed-in session" : ""}`;

/**
 * The service in plain text for language models, after the llms.txt convention.
 * @param addresses public addresses without a trailing slash.
 */
export const describeForModels = ({
  baseUrl,
  docsUrl,
}: {
  readonly baseUrl: string;
  readonly docsUrl: string;
}): string => `# Oddskeeper

> A read-only JSON API for pre-match sports odds. The prices of every sportsbook, exchange and prediction market are joined onto one fixture, with player props and the recorded history of each price.

- Base address: ${baseUrl}
- Authentication: send the API key in the X-API-Key header. A key in the query is never read.
- Prices are American integers unless oddsFormat=decimal is sent; times are ISO-8601 in UTC unless dateFormat=unix is sent.
- last_update may be null: no fetch time is measured for that book. It is never an estimate.
- unmatched_bookmakers names books whose event could not be matched to the fixture safely.
- Values described as "today" in the reference may gain others within v1: treat them as plain strings.

## Docs

- [Quickstart](${baseUrl}/docs): a first call with curl, TypeScript and Python
- [API reference](${baseUrl}/docs/reference): every endpoint, parameter and answer
- [Errors](${docsUrl}/errors/): what each code means and how to fix it
- [OpenAPI 3.1 document](${baseUrl}/v1/openapi.json)
${guides.map(({ path, title, summary }) => `- [${title}](${baseUrl}${path}): ${summary}`).join("\n")}

## Endpoints

${endpoints.map((endpoint) => `- ${endpoint.method} ${endpoint.path} (${terms(endpoint)})`).join("\n")}

## Plans

${planNames
  .map((name) => {
    const plan = plans[name];
    const props = plan.props ? "player props" : "no player props";
    return `- ${name}: ${plan.requestsPerSecond} requests a second, ${plan.requestsPerPeriod} counted requests a month, ${props}, ${reach(plan.historyDays)}`;
  })
  .join("\n")}

## Errors

${errorCodes
  .map(
    (code) =>
      `- [${code}](${docsUrl}/errors/#${errorAnchor(code)}) (${errors[code].status}): ${errors[code].title}`,
  )
  .join("\n")}
`;
