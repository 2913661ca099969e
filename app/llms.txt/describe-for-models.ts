import { docsGroups } from "@/app/(site)/docs/docs-page";
import { docsPages, markdownPath } from "@/app/(site)/docs/list-pages";
import { historyReach } from "@/app/shared/describe-plan";
import { formatNumber, formatPrice } from "@/app/ui/format-number";
import type { Config } from "@/server/config";
import { errorAnchor, errorCodes, errors } from "@/server/domain/errors/errors";
import type { PlanPrices } from "@/server/domain/plans/plan-prices";
import { type PlanName, planNames, plans } from "@/server/domain/plans/plans";
import { type Endpoint, endpoints } from "@/server/web/api/endpoints";
import { mcpPath } from "@/server/web/http/v1/completed-call";

const terms = ({ access, counted }: Endpoint): string =>
  `${counted ? "costs 1 request" : "free"}${access === "session" ? ", requires an access token" : ""}`;

const priceText = (name: PlanName, prices: PlanPrices | undefined): string => {
  const price = prices?.perMonth.get(name);
  return prices === undefined || price === undefined
    ? ""
    : `, ${formatPrice(price, prices.currency)} per month`;
};

/** Describes the service in the llms.txt format, which language models read. `baseUrl` and `docsUrl` have no trailing slash. */
export const describeForModels = ({
  baseUrl,
  docsUrl,
  planPrices,
}: Pick<Config, "baseUrl" | "docsUrl" | "planPrices">): string => `# Oddskeeper

> A JSON API for pre-match sports odds. The prices that sportsbooks, exchanges and prediction markets quote for the same game are joined in one fixture, with player props and the recorded history of each price.

- Base URL: ${baseUrl}
- Authentication: send the API key in the X-API-Key header. A key in the query is never read.
- MCP server for assistants: ${baseUrl}${mcpPath} (Streamable HTTP, X-API-Key header). [Set-up and tools](${baseUrl}${markdownPath("/docs/guides/assistants")})
- Prices are American integers unless oddsFormat=decimal is sent; times are ISO-8601 in UTC unless dateFormat=unix is sent.
- last_update may be null, which means that no fetch time is measured for that book. A last_update that is not null is never an estimate.
- unmatched_bookmakers lists books whose event could not be matched to the fixture safely.
- Documented lists of values may grow within v1. Read these values as plain strings, and handle a value that you don't know.

${docsGroups
  .map((group) => {
    const pages = docsPages.filter((page) => page.group === group);
    return `## ${group}

${pages.map(({ path, title, summary }) => `- [${title}](${baseUrl}${markdownPath(path)}): ${summary}`).join("\n")}`;
  })
  .join("\n\n")}

## Machine-readable

- [OpenAPI 3.1 document](${baseUrl}/v1/openapi.json)
- [AsyncAPI 3.0 document of the stream](${baseUrl}/v1/asyncapi.json)
- [All pages of the docs in one file, without the tables of coverage](${baseUrl}/llms-full.txt)
- [Changelog as RSS](${baseUrl}/docs/changelog.xml)

## Endpoints

${endpoints.map((endpoint) => `- ${endpoint.method} ${endpoint.path} (${terms(endpoint)})`).join("\n")}

## Plans

${planNames
  .map((name) => {
    const plan = plans[name];
    const props = plan.props ? "player props" : "no player props";
    const streams = plan.streams === 0 ? "no streams" : `${plan.streams} streams at a time`;
    return `- ${name}: ${plan.requestsPerSecond} requests per second, ${formatNumber(plan.requestsPerPeriod)} counted requests per month, ${props}, ${streams}, history: ${historyReach(plan.historyDays).toLowerCase()}${priceText(name, planPrices)}`;
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
