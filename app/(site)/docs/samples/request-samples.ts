import { compactJson } from "@/app/(site)/docs/compact-json";
import type { DocsFacts } from "@/app/(site)/docs/docs-page";
import { buildCall, type ConsoleCall, curlCommand } from "@/app/(site)/docs/reference/build-call";
import type { OperationDoc } from "@/app/(site)/docs/reference/list-operations";
import { sampleEndings } from "@/app/(site)/docs/samples/sample-endings";
import { sampleValues } from "@/app/(site)/docs/samples/sample-values";
import { streamSamples } from "@/app/(site)/docs/samples/stream-samples";

/** The environment variables that samples read. */
const variables = { key: "ODDSKEEPER_KEY", accessToken: "ODDSKEEPER_TOKEN" } as const;

type Sample = { readonly operation: OperationDoc; readonly call: ConsoleCall; readonly baseUrl: string };

/** Adds the spaces that people write in JSON: `{"a":1}` becomes `{ "a": 1 }`. */
const spaced = (json: string): string => compactJson(JSON.parse(json));

const typescriptHeaders = ({ operation: { access }, call }: Sample): readonly string[] => [
  access === "key"
    ? `"X-API-Key": process.env.${variables.key} ?? ""`
    : `Authorization: \`Bearer \${process.env.${variables.accessToken}}\``,
  ...(call.body === undefined ? [] : [`"Content-Type": "application/json"`]),
];

const typescriptSample = (sample: Sample): string => {
  const { operation, call, baseUrl } = sample;
  const { name, typescript } = sampleEndings[operation.procedure];
  return [
    `const url = "${baseUrl}${call.target}";`,
    "const response = await fetch(url, {",
    ...(call.method === "GET" ? [] : [`  method: "${call.method}",`]),
    `  headers: { ${typescriptHeaders(sample).join(", ")} },`,
    ...(call.body === undefined
      ? []
      : [`  body: JSON.stringify(${spaced(call.body).replaceAll(/"(\w+)":/g, "$1:")}),`]),
    "});",
    "if (!response.ok) throw new Error(await response.text());",
    ...(operation.responseType === undefined ? [] : [`const ${name} = await response.json();`]),
    "",
    typescript,
  ].join("\n");
};

const pythonSample = ({ operation, call, baseUrl }: Sample): string => {
  const { name, python } = sampleEndings[operation.procedure];
  const header =
    operation.access === "key"
      ? `"X-API-Key": os.environ["${variables.key}"]`
      : `"Authorization": f"Bearer {os.environ['${variables.accessToken}']}"`;
  const hasResponse = operation.responseType !== undefined;
  return [
    ...(hasResponse || call.body !== undefined ? ["import json"] : []),
    "import os",
    "from urllib.request import Request, urlopen",
    "",
    "request = Request(",
    `    "${baseUrl}${call.target}",`,
    ...(call.method === "GET" ? [] : [`    method="${call.method}",`]),
    ...(call.body === undefined
      ? []
      : [`    data=json.dumps(${spaced(call.body).replace(/^{ (.*) }$/, "{$1}")}).encode(),`]),
    `    headers={${header}${call.body === undefined ? "" : `, "Content-Type": "application/json"`}},`,
    ")",
    "with urlopen(request) as response:",
    `    ${hasResponse ? `${name} = json.load(response)` : "response.read()"}`,
    "",
    python,
  ].join("\n");
};

const block = (language: string, tab: string, code: string): string =>
  `\`\`\`${language} tab="${tab}"\n${code}\n\`\`\``;

const withComment = (mark: string, comment: string | undefined, code: string): string =>
  comment === undefined ? code : `${mark} ${comment}\n${code}`;

/** Markdown with a call to the endpoint in curl, TypeScript and Python. Each sample runs as printed. */
export const requestSamples = (operation: OperationDoc, facts: DocsFacts): string => {
  const { baseUrl, readerKeyName } = facts;
  const { method, path, access, parameters } = operation;
  if (operation.isStream) return streamSamples(facts);
  const call = buildCall(method, path, parameters, sampleValues(operation, facts));
  const sample = { operation, call, baseUrl };
  const comment =
    readerKeyName === undefined || access !== "key"
      ? undefined
      : `${variables.key} is your key "${readerKeyName}"`;
  return [
    block("bash", "curl", withComment("#", comment, curlCommand(baseUrl, call, access))),
    block("typescript", "TypeScript", withComment("//", comment, typescriptSample(sample))),
    block("python", "Python", withComment("#", comment, pythonSample(sample))),
  ].join("\n\n");
};
