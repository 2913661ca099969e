import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Redis } from "ioredis";

/** What goes wrong with one request, if anything. */
export type Fault =
  /** Done, and the connection is cut before the answer. */
  | "lose_reply"
  /** Done, and never answered. */
  | "silence"
  /** Not done, and the connection is cut. */
  | "cut"
  /** Not done, 500. */
  | "refuse"
  /** Done, and answered with something else. */
  | "garbage";

export type UpstashGateway = {
  readonly url: string;
  readonly token: string;
  /** Asked once a request; undefined means that all goes well. */
  fault: () => Fault | undefined;
  /** Requests that came, and commands in them. */
  readonly seen: { requests: number; commands: number };
  readonly close: () => Promise<void>;
};

type Answer = { result: unknown } | { error: string };

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
};

/** Upstash's REST interface before a Redis, as far as the counter store uses it: `POST /` and `POST /pipeline`. */
export const startUpstashGateway = async (redisUrl: string): Promise<UpstashGateway> => {
  const token = "test-token";
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 0, retryStrategy: () => 20 });
  redis.on("error", () => undefined);

  const execute = async (command: readonly (string | number)[]): Promise<Answer> => {
    const [name = "", ...args] = command;
    try {
      return { result: await redis.call(String(name), ...args.map(String)) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const together = request.url === "/pipeline";
    const commands = (together ? body : [body]) as (string | number)[][];
    gateway.seen.requests += 1;
    gateway.seen.commands += commands.length;
    const reply = (status: number, payload: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(payload));
    };
    if (request.headers.authorization !== `Bearer ${token}`) return reply(401, { error: "Unauthorized" });
    const fault = gateway.fault();
    if (fault === "cut") return void request.socket.destroy();
    if (fault === "refuse") return reply(500, { error: "out of order" });
    // Given in one turn, so that they run one after the other.
    const answers = await Promise.all(commands.map(execute));
    if (fault === "lose_reply") return void request.socket.destroy();
    if (fault === "silence") return;
    if (fault === "garbage") return reply(200, { surprise: [null, "true"] });
    reply(200, together ? answers : answers[0]);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
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
