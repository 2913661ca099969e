import { findVisitor } from "@/app/read-session";
import { answerWebsiteCall } from "@/server/http/answer-website-call";
import { getShared } from "@/server/http/shared";

type Context = { readonly params: Promise<{ readonly path: readonly string[] }> };

/** Procedures for the site's own pages. POST only: a link on a foreign page must not spend a visitor's allowance. */
export const POST = async (request: Request, { params }: Context): Promise<Response> => {
  const [{ services }, { path }, visitor] = await Promise.all([getShared(), params, findVisitor()]);
  return answerWebsiteCall(services, request, path.join("/"), visitor);
};
