import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect } from "vitest";
import { type ApiRig, rigConfig, startApiRig, type TestResponse } from "@/server/web/http/testing/api-rig";
import { startDoor } from "@/server/web/http/testing/start-door";
import { mcpPath } from "@/server/web/http/v1/completed-call";

type Text = { readonly type: string; readonly text: string };

export type CalledTool = {
  readonly content: readonly Text[];
  // biome-ignore lint/suspicious/noExplicitAny: tests read results of every tool
  readonly structuredContent?: any;
  readonly isError?: boolean;
};

/** What both official clients can do. */
export type McpClient = {
  readonly call: (tool: string, args?: Record<string, unknown>) => Promise<CalledTool>;
  readonly listTools: () => Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  readonly close: () => Promise<void>;
};

type PostOptions = {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
};

export type McpRig = ApiRig & {
  /** Posts a message as JSON, or a text unchanged. */
  readonly post: (message: unknown, options?: PostOptions) => Promise<TestResponse>;
  /** The address of `/mcp` on a real server. */
  readonly url: URL;
  /** Connects the official client of the revision 2026-07-28. */
  readonly connect: (key?: string) => Promise<McpClient & { readonly client: Client }>;
  /** Connects the official client of the revisions that begin with `initialize`. */
  readonly connectOld: (key?: string) => Promise<McpClient & { readonly client: OldClient }>;
};

/** Expects a result that is an error. @returns the error. */
export const errorOf = (result: CalledTool) => {
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toBeUndefined();
  return JSON.parse(result.content[0]?.text ?? "").error;
};

const about = { name: "tests", version: "1.0.0" };

/** Starts `/v1` and `/mcp` behind the front door, on a new database. */
export const startMcpRig = async (options: Parameters<typeof startApiRig>[0]): Promise<McpRig> => {
  const rig = await startApiRig(options);
  const door = await startDoor({
    config: { ...rigConfig, trustedProxies: ["127.0.0.0/8"] },
    handleV1: () => rig.handle,
    handleDelivery: () => rig.handle,
    handleMcp: () => rig.handleMcp,
  });
  const url = new URL(`http://127.0.0.1:${door.port}${mcpPath}`);
  let clients = 0;
  // Each client has its own address, because the rig's clock stands still and the limit per network would add up.
  const requestInit = (key: string | undefined) => {
    clients += 1;
    return {
      requestInit: {
        headers: {
          "X-Forwarded-For": `203.0.113.${clients}`,
          ...(key !== undefined && { "X-API-Key": key }),
        },
      },
    };
  };
  return {
    ...rig,
    url,
    post: (message, { headers = {}, ...options } = {}) =>
      rig.request(mcpPath, {
        ...options,
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof message === "string" ? message : JSON.stringify(message),
      }),
    connect: async (key) => {
      const client = new Client(about, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
      await client.connect(new StreamableHTTPClientTransport(url, requestInit(key)));
      return {
        client,
        // The client checks structured content against output schemas only after it has listed the tools.
        listTools: () => client.listTools(),
        call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as CalledTool,
        close: () => client.close(),
      };
    },
    connectOld: async (key) => {
      const client = new OldClient(about);
      await client.connect(new OldTransport(url, requestInit(key)) as Parameters<OldClient["connect"]>[0]);
      return {
        client,
        listTools: () => client.listTools(),
        call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as CalledTool,
        close: () => client.close(),
      };
    },
    close: async () => {
      door.close();
      await rig.close();
    },
  };
};
