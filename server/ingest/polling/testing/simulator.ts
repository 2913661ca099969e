import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";

export type SimulatedRequest = {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly headers: IncomingMessage["headers"];
};

/** A reply of a simulated venue. `hang`: the venue never replies. */
export type Reply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly hang?: true;
  /** Sends valid JSON of at least this many bytes. */
  readonly bytes?: number;
  readonly raw?: Buffer;
};

/** Returns the reply to send instead of the usual reply; undefined for the usual reply. */
export type Fault = (request: SimulatedRequest) => Reply | undefined;

export type Simulator = {
  readonly url: () => string;
  readonly requests: SimulatedRequest[];
  /** How many bytes were written for replies that set `bytes`. The venue stops writing when the client disconnects. */
  readonly written: () => number;
  readonly setFault: (fault: Fault | undefined) => void;
};

const chunk = Buffer.alloc(64 * 1024, " ");

const sendBytes = (outgoing: ServerResponse, bytes: number, count: (length: number) => void): void => {
  outgoing.write("[");
  let left = bytes;
  const writeMore = (): void => {
    while (left > 0) {
      if (outgoing.destroyed) return;
      left -= chunk.length;
      count(chunk.length);
      if (!outgoing.write(chunk)) {
        outgoing.once("drain", writeMore);
        return;
      }
    }
    outgoing.end("]");
  };
  writeMore();
};

const readBody = async (incoming: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const part of incoming) chunks.push(part as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? undefined : JSON.parse(text);
};

/** Simulates a venue for one test file, with a local HTTP server. Each test begins without a fault and without recorded requests. */
export const simulateVenue = (reply: (request: SimulatedRequest) => Reply): Simulator => {
  let fault: Fault | undefined;
  let written = 0;
  const requests: SimulatedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const url = new URL(incoming.url ?? "/", "http://localhost");
      const { method = "GET", headers } = incoming;
      const request = { method, url, headers, body: await readBody(incoming) };
      requests.push(request);
      const {
        status = 200,
        headers: own = {},
        json,
        text,
        hang,
        bytes,
        raw,
      } = fault?.(request) ?? reply(request);
      if (hang) return;
      outgoing.writeHead(status, { "content-type": "application/json", ...own });
      if (bytes !== undefined)
        sendBytes(outgoing, bytes, (length) => {
          written += length;
        });
      else outgoing.end(raw ?? text ?? (json === undefined ? "" : JSON.stringify(json)));
    })();
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  beforeEach(() => {
    fault = undefined;
    written = 0;
    requests.length = 0;
  });
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    written: () => written,
    setFault: (next) => {
      fault = next;
    },
  };
};
