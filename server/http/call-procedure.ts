import { callTRPCProcedure } from "@trpc/server";
import { badInput } from "@/server/api/bad-input";
import type { ApiContext, ApiServices } from "@/server/api/context";
import { appRouter } from "@/server/api/router";
import type { Call } from "@/server/http/call";
import { readBody } from "@/server/http/read-body";
import { readQuery } from "@/server/http/read-query";
import type { Route } from "@/server/http/routes";

type Target = {
  readonly route: Route;
  readonly query: string;
  readonly pathParameters: Readonly<Record<string, string>>;
};

/**
 * Runs the procedure of a route. The query or the body is read where the procedure asks for its input, so that a malformed one is found
 * in its turn and not before the credentials.
 */
export const callProcedure = async (services: ApiServices, call: Call, target: Target): Promise<unknown> => {
  const { route, query, pathParameters } = target;
  const { request } = call;
  const context: ApiContext = {
    services,
    call: {
      requestId: call.requestId,
      credentials: {
        kind: "headers",
        apiKey: call.header("x-api-key") ?? undefined,
        authorization: call.header("authorization") ?? undefined,
      },
      head: call.head,
      clientHas: call.clientHas,
      record: call.record,
    },
  };
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
