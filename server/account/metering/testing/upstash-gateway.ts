import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { storeDeadlineMs } from "@/server/account/metering/timing";

/** What happens to the commands of a request, and to the response. */
export type Fault =
  /** Executed, but the connection is cut before the response. */
  | "lose_reply"
  /** Executed, but there is no response. */
  | "silence"
  /** Not executed, and the connection is cut. */
  | "cut"
  /** Not executed, status 500. */
  | "error_500"
  /** Executed, but the response has an invalid body. */
  | "garbage"
  /** Executed after the client has given up, and there is no response. */
  | "late";

export type UpstashGateway = {
  readonly url: string;
  readonly token: string;
  /** Chooses the fault to simulate for a request with this body; undefined for none. Tests replace this function. */
  fault: (body: string) => Fault | undefined;
  /** The number of requests received, and of commands in them. */
  readonly seen: { requests: number; commands: number };
  readonly close: () => Promise<void>;
};

type CommandResult = { result: unknown } | { error: string };

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
};

/** Simulates, on a Redis server, the part of Upstash's REST interface that the counter store uses: `POST /` and `POST /pipeline`. */
export const startUpstashGateway = async (redisUrl: string): Promise<UpstashGateway> => {
  const token = "test-token";
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 0, retryStrategy: () => 20 });
  redis.on("error", () => undefined);

  const execute = async (command: readonly (string | number)[]): Promise<CommandResult> => {
    const [name = "", ...args] = command;
    try {
      return { result: await redis.call(String(name), ...args.map(String)) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readBody(request);
    const body: unknown = JSON.parse(text);
    const together = request.url === "/pipeline";
    const commands = (together ? body : [body]) as (string | number)[][];
    const reply = (status: number, payload: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(payload));
    };
    if (request.headers.authorization !== `Bearer ${token}`) return reply(401, { error: "Unauthorized" });
    gateway.seen.requests += 1;
    gateway.seen.commands += commands.length;
    const fault = gateway.fault(text);
    if (fault === "cut") return void request.socket.destroy();
    if (fault === "error_500") return reply(500, { error: "out of order" });
    if (fault === "late") await delay(storeDeadlineMs + 400 * Math.random());
    // All commands are sent in one turn of the event loop, so that Redis runs them in order.
    const results = await Promise.all(commands.map(execute));
    if (fault === "lose_reply") return void request.socket.destroy();
    if (fault === "silence" || fault === "late") return;
    if (fault === "garbage") return reply(200, { surprise: [null, "true"] });
    reply(200, together ? results : results[0]);
  };

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const gateway: UpstashGateway = {
    url: `http://127.0.0.1:${port}`,
    token,
    fault: () => undefined,
    seen: { requests: 0, commands: 0 },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      redis.disconnect();
    },
  };
  return gateway;
};
