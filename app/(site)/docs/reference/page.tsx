import type { Metadata } from "next";
import Link from "next/link";
import prose from "@/app/(site)/docs/prose.module.css";
import { CredentialsProvider } from "@/app/(site)/docs/reference/credentials";
import { CredentialsForm } from "@/app/(site)/docs/reference/credentials-form";
import { listOperations, type OperationDoc } from "@/app/(site)/docs/reference/list-operations";
import { OperationIndex } from "@/app/(site)/docs/reference/operation-index";
import { OperationSection } from "@/app/(site)/docs/reference/operation-section";
import classes from "@/app/(site)/docs/reference/reference.module.css";
import { sampleCall } from "@/app/(site)/featured-fixture";
import { type OpenApiDocument, openApiDocument } from "@/server/api/openapi-document";
import { getShared } from "@/server/http/shared";

const title = "API reference";
const lede =
  "Every endpoint, what it takes and what it answers, with a console that calls it from your browser.";
export const metadata: Metadata = { title, description: lede };

let made: OpenApiDocument | undefined;

type Tag = { readonly name: string; readonly description: string };

const propMarketOf = (sport: string): string => {
  if (sport.startsWith("americanfootball")) return "player_pass_yds";
  if (sport.startsWith("baseball")) return "batter_hits";
  if (sport.startsWith("basketball")) return "player_points";
  return sport.startsWith("icehockey") ? "player_points" : "player_goal_scorer_anytime";
};

export default async function Reference() {
  const { services } = await getShared();
  const { baseUrl, docsUrl } = services.config;
  made ??= openApiDocument({ baseUrl, docsUrl });
  const operations = listOperations(made);
  const tags = made.tags as readonly Tag[];
  const { sport, event } = sampleCall(services.board, services.now());

  const prefilled = ({ path }: OperationDoc): Readonly<Record<string, string>> => ({
    sport,
    id: event,
    ...(path.endsWith("/props")
      ? { markets: propMarketOf(sport) }
      : path.includes("/odds") && { markets: "h2h" }),
    label: "made in the reference",
  });

  return (
    <CredentialsProvider>
      <div className={`${prose.prose} ${classes.reference}`}>
        <h1>{title}</h1>
        <p className={prose.lede}>{lede}</p>
        <p className={classes.intro}>
          The base address is <code>{baseUrl}</code>. All of this is made from{" "}
          <a href="/v1/openapi.json">the OpenAPI 3.1 document</a>, which is yours to generate clients from.
          Within v1 changes only add, so treat values described as "today" as plain strings.
        </p>
        <h2 id="credentials">Try it with your key</h2>
        <CredentialsForm />
        <h2 id="order-of-checks">Order of checks</h2>
        <p className={classes.intro}>
          Path and method, credentials, speed limit, plan, parameters, sport, fixture, reach of history,
          allowance. The first thing that is wrong is what the <Link href="/docs/errors">error</Link> names,
          and a call that fails costs nothing.
        </p>
        <OperationIndex operations={operations} tags={tags.map(({ name }) => name)} />
        {tags.map(({ name, description }) => (
          <div key={name}>
            <h2 id={name.toLowerCase()}>{name}</h2>
            <p className={classes.intro}>{description}</p>
            {operations
              .filter(({ tag }) => tag === name)
              .map((operation) => (
                <OperationSection
                  key={operation.operationId}
                  operation={operation}
                  baseUrl={baseUrl}
                  prefilled={prefilled(operation)}
                />
              ))}
          </div>
        ))}
      </div>
    </CredentialsProvider>
  );
}
