import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { type CallTool, createMcpServer, type ServerFacts } from "@/server/web/mcp/mcp-server";

const url = "http://localhost/mcp";

/** Headers of the protocol. All others are checked by the front door, and the SDK does not need them. */
const protocolHeaders = ["mcp-protocol-version", "mcp-method", "mcp-name"] as const;

const requestOf = (header: (name: string) => string | null): Request => {
  const headers = new Headers({
    "Content-Type": "application/json",
    // Every response is JSON, whichever of the two media types the client prefers.
    Accept: "application/json, text/event-stream",
  });
  for (const name of protocolHeaders) {
    const value = header(name);
    if (value !== null) headers.set(name, value);
  }
  return new Request(url, { method: "POST", headers });
};

const serveLegacy = async (
  request: Request,
  message: unknown,
  createServer: () => Server,
): Promise<Response> => {
  const server = createServer();
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
};

/**
 * Serves one message of either era: the stateless revision 2026-07-28, or an older revision that begins with `initialize`. No state is kept
 * between messages, and every response is JSON.
 * @param message the parsed body of the request; not a batch.
 * @param call calls a tool. Must not reject.
 */
export const serveMessage = async (
  header: (name: string) => string | null,
  message: unknown,
  about: ServerFacts,
  call: CallTool,
): Promise<Response> => {
  const request = requestOf(header);
  const createServer = () => createMcpServer(about, call);
  if (await isLegacyRequest(request, message)) return serveLegacy(request, message, createServer);
  return createMcpHandler(createServer, { legacy: "reject" }).fetch(request, { parsedBody: message });
};
