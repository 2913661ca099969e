import { findVisitor } from "@/app/shared/read-session";
import { getAppServices } from "@/server/run/app-services";
import { handleScreenCall } from "@/server/web/http/screen/handle-screen-call";

type Context = { readonly params: Promise<{ readonly view: string }> };

/** Views of the odds screen, for the site's pages. They cost no allowance. */
export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const [{ services, viewing, addressOf }, { view }, visitor] = await Promise.all([
    getAppServices(),
    params,
    // The client learns of the failure by the 503 below.
    findVisitor().catch(() => "unavailable" as const),
  ]);
  if (visitor === "unavailable")
    return new Response(null, { status: 503, headers: { "Retry-After": "5", "Cache-Control": "no-store" } });
  return handleScreenCall(services, viewing, request, view, {
    visitor,
    address: addressOf(request.headers),
  });
};
