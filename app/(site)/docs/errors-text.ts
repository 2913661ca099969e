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

/** Every error code in Markdown. */
export const errorsText = ({ docsUrl }: DocsFacts): string =>
  [
    intro,
    markdownTable(
      ["Code", "Status", "Meaning"],
      errorCodes.map((code) => [`[${code}](#${errorAnchor(code)})`, errors[code].status, errors[code].title]),
    ),
    ...errorCodes.map((code) => errorSection(code, docsUrl)),
  ].join("\n\n");
