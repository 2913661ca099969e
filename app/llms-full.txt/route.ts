import { readDocsFacts } from "@/app/(site)/docs/facts";
import { docsPages, wholeText } from "@/app/(site)/docs/list-pages";
import { withoutAnchors } from "@/app/(site)/docs/markdown/headings";

export const dynamic = "force-dynamic";

/** The pages of the docs in Markdown, for language models. The generated tables of coverage are left out: they would be a fifth of the text. */
export const GET = async (): Promise<Response> => {
  const facts = await readDocsFacts();
  const pages = docsPages
    .filter(({ isGenerated }) => isGenerated !== true)
    .map((page) => `Source: ${facts.baseUrl}${page.path}\n\n${wholeText(page, facts)}`);
  return new Response(withoutAnchors(pages.join("\n---\n\n")), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
      "Access-Control-Allow-Origin": "*",
    },
  });
};
