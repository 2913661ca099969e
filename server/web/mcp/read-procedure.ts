import { callTRPCProcedure } from "@trpc/server";
import { isRendered } from "@/server/domain/serialize/rendered";
import type { ApiContext } from "@/server/web/api/context";
import type { ProcedureName } from "@/server/web/api/endpoints";
import { badInput } from "@/server/web/api/input/bad-input";
import { appRouter } from "@/server/web/api/router";
import { nameArguments } from "@/server/web/mcp/argument-names";
import type { ToolContext } from "@/server/web/mcp/tool";
import { expectedError } from "@/server/web/mcp/tool-error";

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
  const context: ApiContext = { services, metered };
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  try {
    const value: unknown = await callTRPCProcedure({
      router: appRouter,
      path,
      type: "query",
      ctx: context,
      getRawInput: async () => given,
      signal: undefined,
      batchIndex: 0,
    });
    if (!isRendered(value)) return value as T;
    const bytes = await value.bytes("identity");
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")) as T;
  } catch (error) {
    const known = badInput(error, given) ?? expectedError(error);
    throw known === undefined ? error : nameArguments(known, argumentNames);
  }
};
