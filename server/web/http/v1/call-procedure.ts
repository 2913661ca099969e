import { callTRPCProcedure } from "@trpc/server";
import type { ApiContext, ApiServices, MeteredContext } from "@/server/web/api/context";
import { badInput } from "@/server/web/api/input/bad-input";
import { appRouter } from "@/server/web/api/router";
import { readBody } from "@/server/web/http/door/read-body";
import type { Call } from "@/server/web/http/v1/call";
import type { ParsedTarget } from "@/server/web/http/v1/parse-target";
import type { Route } from "@/server/web/http/v1/routes";

/** Runs the procedure of a route. Query and body are read only after the credentials have been checked. */
export const callProcedure = async (
  services: ApiServices,
  metered: MeteredContext,
  { request }: Call,
  route: Route,
  target: ParsedTarget,
): Promise<unknown> => {
  const context: ApiContext = { services, metered };
  let input: unknown;
  const getRawInput = async (): Promise<unknown> => {
    input =
      route.method === "POST"
        ? { ...(await readBody(request)), ...target.match?.pathParameters }
        : target.readInput(route);
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
