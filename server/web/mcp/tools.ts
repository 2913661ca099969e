import { endpoints } from "@/server/web/api/endpoints";
import { toolEndpoint } from "@/server/web/mcp/mcp-path";
import type { Tool } from "@/server/web/mcp/tool";
import { findFixtures } from "@/server/web/mcp/tools/find-fixtures";
import { findKeys } from "@/server/web/mcp/tools/find-keys";
import { getBestPrices } from "@/server/web/mcp/tools/get-best-prices";
import { getCoverage } from "@/server/web/mcp/tools/get-coverage";
import { getLineMovement } from "@/server/web/mcp/tools/get-line-movement";
import { getOdds } from "@/server/web/mcp/tools/get-odds";
import { getOpeningClosing } from "@/server/web/mcp/tools/get-opening-closing";
import { getProps } from "@/server/web/mcp/tools/get-props";
import { getUsage } from "@/server/web/mcp/tools/get-usage";
import { listLeagues } from "@/server/web/mcp/tools/list-leagues";

/** Every tool, in the order in which assistants see them. */
export const tools: readonly Tool[] = [
  findFixtures,
  listLeagues,
  getOdds,
  getBestPrices,
  getProps,
  getLineMovement,
  getOpeningClosing,
  getCoverage,
  findKeys,
  getUsage,
];

const byName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]));

export const findTool = (name: unknown): Tool | undefined =>
  typeof name === "string" ? byName.get(name) : undefined;

const countedProcedures: ReadonlySet<string> = new Set(
  endpoints.filter(({ counted }) => counted).map(({ procedure }) => procedure),
);

/** Whether a tool's successful call costs one request, as a call of its endpoint does. */
export const isCounted = ({ procedure }: Tool): boolean => countedProcedures.has(procedure);

/** The names of all tools in request logs and metrics. */
export const toolEndpoints: readonly string[] = tools.map(({ name }) => toolEndpoint(name));
