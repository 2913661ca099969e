import type { DocsFacts } from "@/app/(site)/docs/docs-page";
import { endpointPath } from "@/app/(site)/docs/endpoint-path";

const order = [
  "path and method",
  "credentials",
  "speed limit",
  "plan",
  "parameters",
  "sport",
  "fixture",
  "history limit",
  "allowance",
];

const intro = (baseUrl: string): string =>
  `The base URL is \`${baseUrl}\`. Responses are JSON. Each endpoint's page has samples in curl, TypeScript and Python, its parameters, response and errors, and a console.

These pages are generated from our [OpenAPI 3.1 document](/v1/openapi.json). Use it to generate clients, or import it into Postman or Insomnia. v1 only ever adds; nothing is renamed or removed: see [Versioning](/docs/versioning).

## Authentication {#credentials}

Send your API key in the \`X-API-Key\` header. The endpoints under \`/v1/account/keys\` take an access token in \`Authorization: Bearer\` instead. See [API keys and test keys](/docs/guides/api-keys).

## Order of checks {#order-of-checks}

A call is checked in this order: ${order.join(", ")}. The [error](/docs/errors) response names the first check that fails. Errors cost nothing.`;

/** The list of all endpoints in Markdown. Keep the anchors: links to the one-page reference of 0.2.0 use them. */
export const referenceText = ({ baseUrl, operations }: DocsFacts): string => {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return [
    intro(baseUrl),
    ...tags.flatMap((tag) => [
      `## ${tag}`,
      ...operations
        .filter((operation) => operation.tag === tag)
        .flatMap((operation) => {
          const { operationId, summary, method, path, description, counted } = operation;
          return [
            `### ${summary} {#${operationId}}`,
            `\`${method} ${path}\` · ${counted ? "Costs 1 request" : "Free"}`,
            `${description} [Parameters, samples and response](${endpointPath(operationId)})`,
          ];
        }),
    ]),
  ].join("\n\n");
};
