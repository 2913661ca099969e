import { getAppServices } from "@/server/run/app-services";

export const dynamic = "force-dynamic";

// Search engines have no use for the API, for accounts, or for prices that change every second.
const disallowed = ["/account", "/api/", "/explore", "/signin", "/v1/"];

export const GET = async (): Promise<Response> => {
  const { services } = await getAppServices();
  const lines = [
    "User-agent: *",
    ...disallowed.map((path) => `Disallow: ${path}`),
    "Allow: /",
    "",
    `Sitemap: ${services.config.baseUrl}/sitemap.xml`,
    "",
    `# A description for language models: ${services.config.baseUrl}/llms.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
};
