import { compactJson } from "@/app/(site)/docs/compact-json";
import type { DocsFacts } from "@/app/(site)/docs/docs-page";
import { endpointPath } from "@/app/(site)/docs/endpoint-path";
import { markdownTable } from "@/app/(site)/docs/markdown/markdown-table";
import {
  endpointMap,
  marketMap,
  missingMarkets,
  parameterMap,
  regionMap,
} from "@/app/(site)/docs/migration-maps";
import { streamSamples } from "@/app/(site)/docs/samples/stream-samples";
import { describeStreams, historyReach } from "@/app/shared/describe-plan";
import { formatNumber } from "@/app/ui/format-number";
import { placeLifeMs } from "@/server/account/metering/timing";
import { signInLimits } from "@/server/account/sign-in/sign-in-limits";
import { planNames, plans, planTitle } from "@/server/domain/plans/plans";
import { maxDistance, minOtherSources } from "@/server/domain/prices/best/judge-line";
import { priceLifeMs } from "@/server/domain/prices/freshness";
import {
  minChanges,
  minIdentical,
  minIdenticalShare,
  withinMs,
} from "@/server/domain/prices/mirrors/find-mirrors";
import { resumableMs } from "@/server/market/board/position-log";
import { maxBehindMs, maxStalledMs, maxUnsentBytes } from "@/server/market/stream/connection";
import { checkedEveryMs, heartbeatEveryMs, spreadMs } from "@/server/market/stream/hub";
import { maxStreamEvents, maxStreamSports } from "@/server/web/api/input/stream-query";
import { exampleOdds } from "@/server/web/api/openapi/examples";
import { exampleRequestId, headerComponents } from "@/server/web/api/openapi/openapi-responses";
import { addressRequestsPerSecond } from "@/server/web/http/door/address-limit";
import { tools } from "@/server/web/mcp/tools";

const code = (text: string): string => `\`${text}\``;
const orNone = (text: string | undefined): string => (text === undefined ? "none" : code(text));

const monthSeconds = 30 * 86_400;

/** The shortest interval between calls at which an allowance lasts a month: `26 s`, `2 min`, `43 min`. */
const paceText = (requestsPerPeriod: number): string => {
  const seconds = Math.ceil(monthSeconds / requestsPerPeriod);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
};

const pollingPace = (): string =>
  markdownTable(
    ["Plan", "One sport every", "Five sports every"],
    planNames.map((name) => {
      const { requestsPerPeriod } = plans[name];
      return [planTitle(name), paceText(requestsPerPeriod), paceText(requestsPerPeriod / 5)];
    }),
  );

const planLimits = (): string =>
  markdownTable(
    ["Plan", "Requests per second", "Requests per month"],
    planNames.map((name) => [
      planTitle(name),
      plans[name].requestsPerSecond,
      formatNumber(plans[name].requestsPerPeriod),
    ]),
  );

const streamLimits = (): string =>
  markdownTable(
    ["Plan", "Open streams"],
    planNames.map((name) => [planTitle(name), describeStreams(plans[name].streams)]),
  );

const visitorLimits = (): string =>
  markdownTable(
    ["Action", "Maximum"],
    [
      ["Calls without a valid key or session, from one network", `${addressRequestsPerSecond} per second`],
      ["Sign-in emails to one email address", `${signInLimits.mailToAddress} per hour`],
    ],
  );

const headers = (): string =>
  markdownTable(
    ["Header", "Meaning"],
    Object.entries(headerComponents)
      .filter(([name]) => name !== "ETag")
      .map(([name, header]) => [code(name), String(header.description)]),
  );

const costOf = (operationId: string, counted: boolean): string => {
  if (operationId === "streamOdds") return "1 request when it opens";
  if (operationId === "listOddsChanges") return "1 request if a fixture changed or is gone, else free";
  return counted ? "1 request" : "free";
};

const endpointCosts = ({ operations }: DocsFacts): string =>
  markdownTable(
    ["Endpoint", "Cost"],
    operations.map(({ method, path, operationId, counted }) => [
      `[${code(`${method} ${path}`)}](${endpointPath(operationId)})`,
      costOf(operationId, counted),
    ]),
  );

const mcpTools = ({ operations }: DocsFacts): string =>
  markdownTable(
    ["Tool", "What it does", "Metered as"],
    tools.map(({ name, description, procedure }) => {
      const operation = operations.find((candidate) => candidate.procedure === procedure);
      if (operation === undefined) throw new Error(`no endpoint has the procedure ${procedure}`);
      const { method, path, operationId } = operation;
      return [code(name), description, `[${code(`${method} ${path}`)}](${endpointPath(operationId)})`];
    }),
  );

const growingLists = (): string =>
  markdownTable(
    ["List", "Values today"],
    [
      ["`kind` of a book", "`sportsbook`, `exchange`, `prediction_market`"],
      ["`kind` of a size", "`posted_limit`, `resting_depth`, `contracts`"],
      ["`plan`", planNames.map(code).join(", ")],
      ["`movement` of a market in a series", "`recorded`, `no_movement`, `not_recorded`"],
      ["`status` of an opener or a closing line", "`recorded`, `not_recorded`"],
      ["`name` of a prop's outcome", "`Over`, `Under`, `Yes`, `No`"],
      ["`code` of an error", "see [Errors](/docs/errors)"],
    ],
  );

/** The Odds API charges one credit for each market in each region, and ten times as many credits for history. */
const costComparison = (): string =>
  markdownTable(
    ["Call", "The Odds API", "Oddskeeper"],
    [
      ["Three markets of a sport in one region", "3 credits", "1 request"],
      ["Three markets of a sport in four regions", "12 credits", "1 request"],
      ["Ten prop markets of a fixture in one region", "10 credits", "1 request"],
      ["A fixture's moneyline at every hour for three days, in one region", "720 credits", "1 request"],
    ],
  );

const seconds = (ms: number): number => ms / 1000;

/** The values that replace `{{name}}` in the Markdown files of the docs. */
export const blocksOf = (facts: DocsFacts): ReadonlyMap<string, () => string> => {
  const { baseUrl, docsUrl, archiveFrom, sample } = facts;
  return new Map<string, () => string>([
    ["baseUrl", () => baseUrl],
    ["docsUrl", () => docsUrl],
    ["mcpTools", () => mcpTools(facts)],
    ["archiveFrom", () => archiveFrom],
    ["sport", () => sample.sport],
    ["encodedEvent", () => encodeURIComponent(sample.event)],
    ["thatHasPrices", () => (sample.live ? " that has prices right now" : "")],
    ["exampleOdds", () => compactJson(exampleOdds)],
    ["exampleRequestId", () => exampleRequestId],
    ["minLifeSeconds", () => String(seconds(priceLifeMs(0)))],
    ["minuteBookLifeMinutes", () => String(seconds(priceLifeMs(60)) / 60)],
    ["unknownBookLifeMinutes", () => String(seconds(priceLifeMs(null)) / 60)],
    ["minOtherSources", () => String(minOtherSources)],
    ["maxDistance", () => String(maxDistance)],
    ["mirrorSeconds", () => String(seconds(withinMs))],
    ["mirrorChanges", () => String(minChanges)],
    ["mirrorIdentical", () => String(minIdentical)],
    ["mirrorShare", () => `${100 * minIdenticalShare} %`],
    ["planLimits", planLimits],
    ["pollingPace", pollingPace],
    ["visitorLimits", visitorLimits],
    ["headers", headers],
    ["endpointCosts", () => endpointCosts(facts)],
    ["growingLists", growingLists],
    ["streamLimits", streamLimits],
    ["streamSamples", () => streamSamples(facts)],
    ["heartbeatSeconds", () => String(seconds(heartbeatEveryMs))],
    ["checkedSeconds", () => String(seconds(checkedEveryMs))],
    ["resumableMinutes", () => String(seconds(resumableMs) / 60)],
    ["placeLifeSeconds", () => String(seconds(placeLifeMs))],
    ["stalledSeconds", () => String(seconds(maxStalledMs))],
    ["spreadSeconds", () => String(seconds(spreadMs))],
    ["maxBehindSeconds", () => String(seconds(maxBehindMs))],
    ["maxUnsentKilobytes", () => String(maxUnsentBytes / 1024)],
    ["maxStreamSports", () => String(maxStreamSports)],
    ["maxStreamEvents", () => String(maxStreamEvents)],
    [
      "historyReach",
      () =>
        markdownTable(
          ["Plan", "History"],
          planNames.map((name) => [planTitle(name), historyReach(plans[name].historyDays)]),
        ),
    ],
    [
      "endpointMap",
      () =>
        markdownTable(
          ["The Odds API", "Oddskeeper", "Note"],
          endpointMap.map(({ theirs, ours, note }) => [code(theirs), orNone(ours), note]),
        ),
    ],
    [
      "parameterMap",
      () =>
        markdownTable(
          ["The Odds API", "Oddskeeper", "Note"],
          parameterMap.map(({ theirs, ours, note }) => [code(theirs), orNone(ours), note]),
        ),
    ],
    [
      "marketMap",
      () =>
        markdownTable(
          ["The Odds API", "Oddskeeper"],
          marketMap
            .filter(([theirs, ours]) => theirs !== ours)
            .map(([theirs, ours]) => [code(theirs), code(ours)]),
        ),
    ],
    ["missingMarkets", () => missingMarkets.map(code).join(", ")],
    [
      "regionMap",
      () =>
        markdownTable(
          ["Region", "`bookmakers`"],
          regionMap.map(({ region, books }) => [code(region), code(books.join(","))]),
        ),
    ],
    ["costComparison", costComparison],
  ]);
};
