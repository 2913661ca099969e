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
import { type OpenApiDocument, openApiDocument } from "@/server/api/openapi/openapi-document";
import { getAppServices } from "@/server/app-services";
import { isLegalFor, markets } from "@/server/catalogue/markets";
import { findSport } from "@/server/catalogue/sports";

const title = "API reference";
const summary =
  "Every endpoint with its parameters, response and errors, and a console to call it from your browser.";
export const metadata: Metadata = { title, description: summary };

let cached: OpenApiDocument | undefined;

type Tag = { readonly name: string; readonly description: string };

/** The first player prop of the catalogue that exists in the sport, or an empty string. */
const examplePropMarket = (sportKey: string): string => {
  const sport = findSport(sportKey);
  return markets.find((market) => market.role === "prop" && sport && isLegalFor(market, sport))?.key ?? "";
};

export default async function Reference() {
  const { services } = await getAppServices();
  const { baseUrl, docsUrl } = services.config;
  cached ??= openApiDocument({ baseUrl, docsUrl });
  const operations = listOperations(cached);
  const tags = cached.tags as readonly Tag[];
  const { sport, event } = sampleCall(services.board, services.now());

  const prefilled = ({ path }: OperationDoc): Readonly<Record<string, string>> => ({
    sport,
    id: event,
    ...(path.endsWith("/props")
      ? { markets: examplePropMarket(sport) }
      : path.includes("/odds") && { markets: "h2h" }),
    label: "created in the reference",
  });

  return (
    <CredentialsProvider>
      <div className={`${prose.prose} ${classes.reference}`}>
        <h1>{title}</h1>
        <p className={prose.summary}>{summary}</p>
        <p className={classes.intro}>
          The base URL is <code>{baseUrl}</code>. This page is generated from our{" "}
          <a href="/v1/openapi.json">OpenAPI 3.1 document</a>. Use it to generate clients. Changes within v1
          are additive: documented value lists may grow, so treat such values as plain strings.
        </p>
        <h2 id="credentials">Try it with your key</h2>
        <CredentialsForm />
        <h2 id="order-of-checks">Order of checks</h2>
        <p className={classes.intro}>
          Path and method, credentials, speed limit, plan, parameters, sport, fixture, reach of history,
          allowance. The <Link href="/docs/errors">error</Link> response names the first check that fails.
          Errors cost nothing.
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
