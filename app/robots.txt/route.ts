import { getShared } from "@/server/http/shared";

export const dynamic = "force-dynamic";

// Pages behind the sign-in and the API hold nothing for a search engine.
const closed = ["/account", "/api/", "/explore", "/signin", "/v1/"];

export const GET = async (): Promise<Response> => {
  const { services } = await getShared();
  const lines = [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    "Allow: /",
    "",
    `# A description for language models: ${services.config.baseUrl}/llms.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
};
