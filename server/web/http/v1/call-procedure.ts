import type { ApiServices, MeteredContext } from "@/server/web/api/context";
import { appRouter } from "@/server/web/api/router";
import { runProcedure } from "@/server/web/api/run-procedure";
import { readBody } from "@/server/web/http/door/read-body";
import type { Call } from "@/server/web/http/v1/call";
import type { ParsedTarget } from "@/server/web/http/v1/parse-target";
import type { Route } from "@/server/web/http/v1/routes";

/** Runs the procedure of a route. Query and body are read only after the credentials have been checked. */
export const callProcedure = (
  services: ApiServices,
  metered: MeteredContext,
  { request }: Call,
  route: Route,
  target: ParsedTarget,
): Promise<unknown> =>
  runProcedure({
    router: appRouter,
    path: route.procedure,
    type: route.type,
    context: { services, metered },
    readInput: () =>
      route.method === "POST"
        ? readBody(request).then((body) => Object.assign(body, target.match?.pathParameters))
        : target.readInput(route),
  });
