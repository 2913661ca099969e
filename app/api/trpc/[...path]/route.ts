import { findVisitor } from "@/app/shared/read-session";
import { getAppServices } from "@/server/run/app-services";
import { handleWebsiteCall } from "@/server/web/http/website/handle-website-call";

type Context = { readonly params: Promise<{ readonly path: readonly string[] }> };

/** Procedures for the site's pages. POST only, so that a link on a foreign page cannot spend a visitor's allowance. */
export const POST = async (request: Request, { params }: Context): Promise<Response> => {
  const startedAt = performance.now();
  const [{ services, viewing, addressOf }, { path }, session] = await Promise.all([
    getAppServices(),
    params,
    findVisitor(),
  ]);
  const client = { session, address: addressOf(request.headers), startedAt };
  return handleWebsiteCall(services, viewing, request, path.join("/"), client);
};
