import { getAppServices } from "@/server/run/app-services";
import { registryEntry } from "@/server/web/mcp/registry-entry";

export const dynamic = "force-dynamic";

/** The entry of this service in the MCP registry. */
export const GET = async (): Promise<Response> => {
  const { services } = await getAppServices();
  return Response.json(registryEntry(services.config.baseUrl), {
    headers: { "Cache-Control": "public, max-age=3600", "Access-Control-Allow-Origin": "*" },
  });
};
