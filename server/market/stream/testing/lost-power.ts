import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type Connection, createConnection, maxStalledMs } from "@/server/market/stream/connection";
import { createSnapshots } from "@/server/market/stream/snapshots";
import { readUnacknowledged } from "@/server/market/stream/unacknowledged";

/*
 * A stream whose client loses its power. This program runs in a network namespace of its own, and takes down the only interface of it. It
 * prints one line for each finding.
 */

const setInterface = (state: "up" | "down"): void => void execFileSync("ip", ["link", "set", "lo", state]);

setInterface("up");
let connection: Connection | undefined;
let isClosed = false;
const heartbeat = Buffer.from("event: heartbeat\ndata: {}\n\n");
const server = createServer((_, sink) => {
  sink.writeHead(200, { "Content-Type": "text/event-stream" });
  sink.on("close", () => {
    isClosed = true;
  });
  const deps = {
    board: { oddsListAt: () => undefined as never },
    snapshots: createSnapshots(),
    clock: () => 0,
    cursor: () => "now",
    noCursor: () => "none",
    observeReset: () => undefined,
    written: () => undefined,
  };
  connection = createConnection(sink, [], deps, { kind: "snapshots", reset: undefined });
  sink.write(heartbeat);
});
server.listen(0, process.argv[2] ?? "127.0.0.1");
await once(server, "listening");
const { port, address } = server.address() as AddressInfo;
const [response] = (await once(get({ port, host: address, agent: false }), "response")) as [IncomingMessage];
response.resume();
await once(response, "data");

let movedMs = 0;
/** Looks at the connection as the hub does, `afterMs` after the last look. */
const look = async (afterMs: number): Promise<void> => {
  movedMs += afterMs;
  connection?.checkAcknowledged(movedMs, await readUnacknowledged());
};

// The kernel may acknowledge what the client has read a little later.
while ((await readUnacknowledged()).size > 0) await delay(10);
await look(0);
await look(maxStalledMs + 1_000);
process.stdout.write(`a client that has everything: ${isClosed ? "dropped" : "open"}\n`);
setInterface("down");
connection?.sendIfLive(heartbeat);
while ((await readUnacknowledged()).size === 0) await delay(10);
await look(0);
await look(maxStalledMs - 1_000);
process.stdout.write(`without power, at first: ${isClosed ? "dropped" : "open"}\n`);
await look(1_001);
await delay(0);
process.stdout.write(`without power for 30 s: ${isClosed ? "dropped" : "open"}\n`);
process.exit();
