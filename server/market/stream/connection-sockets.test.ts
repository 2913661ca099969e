import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Channel } from "@/server/market/stream/channel";
import {
  type Connection,
  createConnection,
  maxBehindMs,
  maxStalledMs,
  maxUnsentBytes,
} from "@/server/market/stream/connection";
import { createSnapshots } from "@/server/market/stream/snapshots";

/* Connections over real sockets. Only the clock of the process is moved. */

const stateBytes = 32 * 1024;
const fixtures = 20;
const ids = Array.from({ length: fixtures }, (_, index) => `fixture ${index}`);

const channel = {
  listed: { sportKey: "americanfootball_nfl", query: {} },
  bytesOf: () => stateBytes,
  revision: () => 1,
  checkedSince: () => undefined,
  renderNow: (id: string) => Buffer.from(`event: fixture\ndata: "${id}${" ".repeat(stateBytes)}"\n\n`),
} as unknown as Channel;

let server: Server;
let response: IncomingMessage;
let connection: Connection;
let resets: string[];
let sink: ServerResponse;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  resets = [];
  server = createServer((_, outgoing) => {
    sink = outgoing;
    sink.writeHead(200, { "Content-Type": "text/event-stream" });
    connection = createConnection(
      sink,
      [channel],
      {
        board: { oddsListAt: () => ({ rendered: { bytes: () => Buffer.from("[]") } }) as never },
        snapshots: createSnapshots(),
        clock: () => 0,
        cursor: () => "now",
        noCursor: () => "none",
        observeReset: (reason) => resets.push(reason),
        written: () => undefined,
      },
      { kind: "snapshots", reset: undefined },
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: "127.0.0.1", agent: false });
  [response] = (await once(request, "response")) as [IncomingMessage];
  response.on("error", () => undefined);
});
afterEach(async () => {
  vi.useRealTimers();
  response.destroy();
  const stopped = once(server, "close");
  server.close();
  server.closeAllConnections();
  await stopped;
});

const change = (): void => {
  const events = ids.map((id) => channel.renderNow(id, 0));
  connection.send(Buffer.concat(events), events.length, new Map([[channel, { events, ids }]]));
};

/** Changes prices until the socket takes nothing more, because its client does not read. */
const fillSocket = async (): Promise<void> => {
  let rounds = 0;
  while (connection.isLive() || rounds < 50) {
    change();
    rounds = connection.unsentBytes() > 0 ? rounds + 1 : 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

test("a client that stops reading never has more than 256 KB unsent, gets reset `slow`, and then the snapshots", async () => {
  response.pause();
  await fillSocket();
  expect(connection.unsentBytes()).toBeLessThanOrEqual(maxUnsentBytes);
  vi.advanceTimersByTime(maxBehindMs);
  change();
  expect(resets).toEqual(["slow"]);
  let text = "";
  response.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  response.resume();
  await expect.poll(() => connection.isLive()).toBe(true);
  await expect
    .poll(() => text.slice(text.indexOf("event: reset")))
    .toBe(
      'event: reset\ndata: {"reason":"slow"}\n\nid: now\nevent: snapshot\ndata: {"sport":"americanfootball_nfl","fixtures":[]}\n\n',
    );
});

test("a client that reads nothing for 30 s is dropped", async () => {
  response.pause();
  await fillSocket();
  connection.checkProgress(performance.now());
  vi.advanceTimersByTime(maxStalledMs);
  connection.checkProgress(performance.now());
  expect(sink.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  connection.checkProgress(performance.now());
  expect(sink.destroyed).toBe(true);
});
