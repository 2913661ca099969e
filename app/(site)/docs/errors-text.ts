import type { DocsFacts } from "@/app/(site)/docs/docs-page";
import { codeInText } from "@/app/(site)/docs/markdown/code-in-text";
import { markdownTable } from "@/app/(site)/docs/markdown/markdown-table";
import { type ErrorCode, errorAnchor, errorCodes, errors } from "@/server/domain/errors/errors";
import { exampleErrorBody } from "@/server/web/api/openapi/openapi-responses";

const intro = `An error response is JSON with one object, \`error\`. Handle errors by \`code\`, which never changes. \`message\` is for people and may change. \`request_id\` identifies the call for support and is also in the \`X-Request-Id\` header. Errors cost nothing. If several things are wrong, the response names the first in the [order of checks](/docs/reference#order-of-checks).`;

const exampleExchange = (code: ErrorCode, docsUrl: string): string => {
  const { status, example } = errors[code];
  const retryAfter = code === "SPEED_LIMIT" ? "\nRetry-After: 1" : "";
  return `${example.request}\n\n${status}${retryAfter}\n${JSON.stringify(exampleErrorBody(code, docsUrl), null, 2)}`;
};

const errorSection = (code: ErrorCode, docsUrl: string): string => {
  const { status, happened, fix, title } = errors[code];
  return [
    `## ${code} {#${errorAnchor(code)}}`,
    `**${title}.** Status ${status}.`,
    `**What happened:** ${codeInText(happened)}`,
    `**How to fix it:** ${codeInText(fix)}`,
    `\`\`\`http title="${code} example"\n${exampleExchange(code, docsUrl)}\n\`\`\``,
  ].join("\n\n");
};

const codeTable = (codes: readonly ErrorCode[]): string =>
  markdownTable(
    ["Code", "Status", "Meaning"],
    codes.map((code) => [`[${code}](#${errorAnchor(code)})`, errors[code].status, errors[code].title]),
  );

const isOfDeliveries = (code: ErrorCode): boolean => errors[code].example.request.startsWith("POST /feeds/");

/** Every error code in Markdown. Codes that only deliveries of prices return come last, because customers never see them. */
export const errorsText = ({ docsUrl }: DocsFacts): string => {
  const codes = errorCodes.filter((code) => !isOfDeliveries(code));
  const ofDeliveries = errorCodes.filter(isOfDeliveries);
  return [
    intro,
    codeTable(codes),
    ...codes.map((code) => errorSection(code, docsUrl)),
    "## For those who deliver prices {#deliveries}",
    "Only deliveries of prices to this service (`POST /feeds/snapshots`) return these codes.",
    codeTable(ofDeliveries),
    ...ofDeliveries.map((code) => errorSection(code, docsUrl).replace("## ", "### ")),
  ].join("\n\n");
};
