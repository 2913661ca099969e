import { readDocsFacts } from "@/app/(site)/docs/facts";
import { findDocsPage, wholeText } from "@/app/(site)/docs/list-pages";
import { withoutAnchors } from "@/app/(site)/docs/markdown/headings";
import { getAppServices } from "@/server/run/app-services";

type Context = { readonly params: Promise<{ readonly path?: readonly string[] }> };

/** A page of the docs in Markdown: `next.config.ts` maps `/docs/….md` to this route. */
export const GET = async (_: Request, { params }: Context): Promise<Response> => {
  const { path = [] } = await params;
  const { services } = await getAppServices();
  const page = findDocsPage(["/docs", ...path].join("/"), services.board.books());
  if (page === undefined)
    return new Response("Page not found.\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  const facts = await readDocsFacts(page.bookKey);
  return new Response(withoutAnchors(wholeText(page, facts)), {
    headers: {
      "Content-Type": "text/markdown; charset=utf-8",
      "Cache-Control":
        page.isGenerated === true || page.bookKey !== undefined
          ? "public, max-age=10"
          : "public, max-age=300",
      Link: `<${facts.baseUrl}${page.path}>; rel="canonical"`,
    },
  });
};
