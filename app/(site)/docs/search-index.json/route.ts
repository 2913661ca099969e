import { readDocsFacts } from "@/app/(site)/docs/facts";
import { docsPages } from "@/app/(site)/docs/list-pages";
import { searchSections } from "@/app/(site)/docs/search/search-sections";

/** The texts that the docs search covers. The browser builds its index from them. */
export const GET = async (): Promise<Response> => {
  const facts = await readDocsFacts();
  return Response.json(
    docsPages.flatMap((page) => searchSections(page, facts)),
    { headers: { "Cache-Control": "public, max-age=300" } },
  );
};
