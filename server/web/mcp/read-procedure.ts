import { ApiError } from "@/server/domain/errors/api-error";
import { isRendered } from "@/server/domain/serialize/rendered";
import type { ProcedureName } from "@/server/web/api/endpoints";
import { appRouter } from "@/server/web/api/router";
import { runProcedure } from "@/server/web/api/run-procedure";
import { nameArguments } from "@/server/web/mcp/argument-names";
import type { ToolContext } from "@/server/web/mcp/tool";

/**
 * Calls a procedure of the API and returns its response as a value. `T` is the type of the procedure's response.
 * @param argumentNames the arguments of the tool that differ from those of most tools, by parameter.
 * @throws what the procedure throws, with the names of arguments in its message; BAD_REQUEST if its schema rejects the input.
 */
export const readProcedure = async <T>(
  { services, metered }: ToolContext,
  path: ProcedureName,
  input: Readonly<Record<string, string | undefined>>,
  argumentNames: Readonly<Record<string, string>> = {},
): Promise<T> => {
  try {
    const value = await runProcedure({
      router: appRouter,
      path,
      type: "query",
      context: { services, metered },
      readInput: () => Object.fromEntries(Object.entries(input).filter(([, given]) => given !== undefined)),
    });
    if (!isRendered(value)) return value as T;
    const bytes = await value.bytes("identity");
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")) as T;
  } catch (error) {
    throw error instanceof ApiError ? nameArguments(error, argumentNames) : error;
  }
};
