import { callTRPCProcedure } from "@trpc/server";
import type { ApiContext, ApiServices, MeteredContext } from "@/server/api/context";
import { badInput } from "@/server/api/input/bad-input";
import { appRouter } from "@/server/api/router";
import { readBody } from "@/server/http/door/read-body";
import type { Call } from "@/server/http/v1/call";
import { readQuery } from "@/server/http/v1/read-query";
import type { Route } from "@/server/http/v1/routes";

type Target = {
  readonly route: Route;
  readonly query: string;
  readonly pathParameters: Readonly<Record<string, string>>;
};

/**
 * Runs the procedure of a route. Query and body are read when the procedure parses its input: the credentials are checked first.
 */
export const callProcedure = async (
  services: ApiServices,
  metered: MeteredContext,
  call: Call,
  target: Target,
): Promise<unknown> => {
  const { route, query, pathParameters } = target;
  const { request } = call;
  const context: ApiContext = { services, metered };
  let input: unknown;
  const getRawInput = async (): Promise<unknown> => {
    const fields = route.method === "POST" ? await readBody(request) : readQuery(query, route.fields);
    input = { ...fields, ...pathParameters };
    return input;
  };
  try {
    return await callTRPCProcedure({
      router: appRouter,
      path: route.procedure,
      type: route.type,
      ctx: context,
      getRawInput,
      signal: undefined,
      batchIndex: 0,
    });
  } catch (error) {
    throw badInput(error, input) ?? error;
  }
};
