import { ZodError } from "zod";
import type { Admission } from "@/server/account/metering/meter";
import { toWireTime } from "@/server/domain/serialize/serialize";
import { meterCall } from "@/server/web/api/admission";
import type { ApiServices } from "@/server/web/api/context";
import { toolOperation } from "@/server/web/mcp/mcp-path";
import type { Extent, ResultFields, Tool, ToolAnswer } from "@/server/web/mcp/tool";
import { badArguments } from "@/server/web/mcp/tool-error";
import { isCounted } from "@/server/web/mcp/tools";

export type ToolCall = {
  readonly requestId: string;
  /** The X-API-Key header. */
  readonly apiKey: string | undefined;
  readonly arguments: unknown;
};

export type ToolResult = {
  readonly structuredContent: Record<string, unknown>;
  /** At most `maxSummaryLines` lines. */
  readonly summary: string;
};

/** What the call was metered as, and its result. */
export type ToolOutcome = { readonly admission: Admission | undefined } & (
  | { readonly ok: true; readonly result: ToolResult }
  | { readonly ok: false; readonly error: unknown }
);

export const maxSummaryLines = 15;
const maxLineCharacters = 240;

const costLine = ({ last, remaining }: Admission): string =>
  last === 0 ? `Free. ${remaining} requests remain.` : `Cost: ${last} request. ${remaining} remain.`;

const freshnessLine = (extent: Extent, asOf: string): string => {
  if (extent.newest_price === undefined) return `As of ${asOf}.`;
  if (extent.newest_price === null) return `As of ${asOf}; no fetch time is measured for these prices.`;
  return `As of ${asOf}; prices fetched from ${extent.oldest_price} to ${extent.newest_price}.`;
};

/** Within a quotation, the cut line ends with the quotation's end: a name must not look like text of ours. */
const cut = (line: string): string => {
  if (line.length <= maxLineCharacters) return line;
  const kept = [...line].slice(0, maxLineCharacters - 2).join("");
  const isQuoting = kept.split('"').length % 2 === 0;
  return isQuoting ? `${kept}…"` : `${kept}…`;
};

const toResult = ({ data, extent, lines }: ToolAnswer, admission: Admission, asOf: string): ToolResult => {
  const fields: ResultFields = {
    requests_charged: admission.last,
    requests_remaining: admission.remaining,
    as_of: asOf,
    ...extent,
  };
  const after = [
    extent.empty_because,
    extent.note,
    extent.more,
    `${costLine(admission)} ${freshnessLine(extent, asOf)}`,
  ].filter((line) => line !== undefined);
  const summary = [...lines.slice(0, maxSummaryLines - after.length), ...after].map(cut).join("\n");
  return { structuredContent: { ...data, result: fields }, summary };
};

/**
 * Calls a tool for the account of an API key, and meters the call as the tool's endpoint: the same checks in the same order, and a request
 * for a result with prices.
 * @returns a promise that never rejects, because an error is part of the outcome.
 */
export const callTool = async (services: ApiServices, tool: Tool, call: ToolCall): Promise<ToolOutcome> => {
  const metered = await meterCall(
    services,
    {
      requestId: call.requestId,
      credentials: { kind: "headers", apiKey: call.apiKey, authorization: undefined },
      access: "key",
      counted: isCounted(tool),
      operationId: toolOperation(tool.name),
    },
    async (context) => {
      try {
        const answer = await tool.run({ services, metered: context }, call.arguments);
        return { response: answer, isFree: false };
      } catch (error) {
        // The meter records the code of the error, so it has to be an error of the API.
        throw error instanceof ZodError ? badArguments(error.issues) : error;
      }
    },
  );
  const { admission } = metered;
  if (!metered.ok) return { admission, ok: false, error: metered.error };
  if (admission === undefined) throw new Error("a successful call was not admitted");
  const asOf = String(toWireTime(services.now(), "iso"));
  return { admission, ok: true, result: toResult(metered.response, admission, asOf) };
};
