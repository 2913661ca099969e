import { docsPages } from "@/app/(site)/docs/list-pages";
import { getAppServices } from "@/server/run/app-services";

export const dynamic = "force-dynamic";

/** The pages that search engines should list. */
export const GET = async (): Promise<Response> => {
  const { services } = await getAppServices();
  const { baseUrl } = services.config;
  const legalPaths = Object.keys(services.legalTexts).map((name) => `/${name}`);
  const paths = ["/", "/pricing", "/status", ...docsPages.map(({ path }) => path), ...legalPaths];
  const urls = paths.map((path) => `<url><loc>${baseUrl}${path}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`,
    {
      headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
    },
  );
};
