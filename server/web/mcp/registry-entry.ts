import packageJson from "@/package.json" with { type: "json" };
import { mcpPath } from "@/server/web/http/v1/completed-call";

/**
 * The entry of this service in the MCP registry, as `mcp-publisher publish` takes it. The registry demands a name that begins with a domain of
 * the publisher, reversed.
 * @param baseUrl the public URL of the service, without a trailing slash.
 */
export const registryEntry = (baseUrl: string) => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: `${new URL(baseUrl).hostname.split(".").reverse().join(".")}/oddskeeper`,
  title: "Oddskeeper",
  description: "Pre-match sports odds of many books joined by game: best prices, props, line movement.",
  version: packageJson.version,
  websiteUrl: baseUrl,
  remotes: [
    {
      type: "streamable-http",
      url: `${baseUrl}${mcpPath}`,
      headers: [
        {
          name: "X-API-Key",
          description: `API key of an Oddskeeper account. Create one at ${baseUrl}/account/keys.`,
          isRequired: true,
          isSecret: true,
        },
      ],
    },
  ],
});
