import { compactJson } from "@/app/(site)/docs/compact-json";
import type { DocsFacts } from "@/app/(site)/docs/docs-page";
import { markdownTable } from "@/app/(site)/docs/markdown/markdown-table";
import type { FieldDoc } from "@/app/(site)/docs/reference/describe-schema";
import type { OperationDoc, ParameterDoc } from "@/app/(site)/docs/reference/list-operations";
import { requestSamples } from "@/app/(site)/docs/samples/request-samples";
import { errorAnchor, errors } from "@/server/domain/errors/errors";

const placeTitles = { path: "Path", query: "Query", body: "Body" } as const;
const places = ["path", "query", "body"] as const;

const describeParameter = ({ description, values, fallback }: ParameterDoc): string =>
  [
    description,
    ...(values.length > 0 ? [`One of ${values.map((value) => `\`${value}\``).join(", ")}.`] : []),
    ...(fallback === undefined ? [] : [`Default \`${fallback}\`.`]),
  ].join(" ");

const parameterTable = (parameters: readonly ParameterDoc[]): string =>
  markdownTable(
    ["Parameter", "Type", "Description"],
    parameters.map((parameter) => [
      `\`${parameter.name}\``,
      parameter.required ? `${parameter.type}, **required**` : parameter.type,
      describeParameter(parameter),
    ]),
  );

const parameterSections = (parameters: readonly ParameterDoc[]): string[] =>
  parameters.length === 0
    ? ["This endpoint takes no parameters."]
    : places.flatMap((place) => {
        const inPlace = parameters.filter((parameter) => parameter.place === place);
        return inPlace.length === 0
          ? []
          : [`### ${placeTitles[place]} {#${place}-parameters}`, parameterTable(inPlace)];
      });

const fieldLines = (fields: readonly FieldDoc[], indent = ""): string[] =>
  fields.flatMap(({ name, type, required, description, fields: inner }) => [
    `${indent}- \`${name}\` _${type}${required ? "" : ", optional"}_${description === undefined ? "" : `: ${description}`}`,
    ...fieldLines(inner, `${indent}  `),
  ]);

const responseSections = (operation: OperationDoc): string[] => {
  const { successStatus, responseType, responseDescription, responseFields, example } = operation;
  if (responseType === undefined) return [`Status ${successStatus}, without a body. ${responseDescription}`];
  return [
    `Status ${successStatus}, ${responseType}. ${responseDescription}`,
    fieldLines(responseFields).join("\n"),
    "### Example response {#example}",
    `\`\`\`json title="Example response"\n${compactJson(example)}\n\`\`\``,
  ];
};

const goodToKnow = "## Good to know";

type Prose = {
  /** One sentence, in plain text. */
  readonly summary: string;
  /** Markdown. */
  readonly purpose: string;
  readonly hints: string | undefined;
};

/** Splits the text of an endpoint: its first paragraph is the summary. */
export const splitProse = (prose: string): Prose => {
  const [summary = "", ...paragraphs] = prose.split("\n\n");
  const [purpose = "", hints] = paragraphs.join("\n\n").split(goodToKnow);
  return { summary: summary.trim(), purpose: purpose.trim(), hints: hints?.trim() };
};

/**
 * The Markdown page of an endpoint, without the summary. Combines `prose` with sections that are derived from `operation` and `facts`.
 * @param prose the hand-written text of the endpoint, from `endpoint-prose.ts`.
 */
export const endpointText = (operation: OperationDoc, prose: string, facts: DocsFacts): string => {
  const { method, path, counted, access, parameters, codes } = operation;
  const { purpose, hints } = splitProse(prose);
  const cost = operation.isStream ? "Costs 1 request when it opens" : counted ? "Costs 1 request" : "Free";
  const credential = access === "key" ? "API key" : "access token";
  return [
    `\`${method} ${path}\` · ${cost} · Requires an ${credential}`,
    purpose,
    "## Request {#request}",
    requestSamples(operation, facts),
    "## Parameters {#parameters}",
    ...parameterSections(parameters),
    "## Response {#response}",
    ...responseSections(operation),
    ...(hints === undefined ? [] : [goodToKnow, hints]),
    "## Errors {#errors}",
    "Errors cost nothing.",
    markdownTable(
      ["Code", "Status", "Meaning"],
      codes.map((code) => [
        `[${code}](/docs/errors#${errorAnchor(code)})`,
        errors[code].status,
        errors[code].title,
      ]),
    ),
  ].join("\n\n");
};
