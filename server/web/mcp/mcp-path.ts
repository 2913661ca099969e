import { mcpPath } from "@/server/web/http/v1/completed-call";

/** The name of a tool's calls in request logs and metrics: the path, and the tool. */
export const toolEndpoint = (tool: string): string => `${mcpPath} ${tool}`;

/** The name of a tool's calls in the daily usage of an account. */
export const toolOperation = (tool: string): string => `POST ${toolEndpoint(tool)}`;
