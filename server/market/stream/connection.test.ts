import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
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

const stateBytes = 8 * 1024;

/** A client that takes what is written only when it reads. */
class Sink extends EventEmitter {
  written = "";
  writableLength = 0;
  destroyed = false;
  /** `bytesWritten` of a socket includes what is unsent, as in Node. */
  readonly socket = { bytesWritten: 0, writableLength: 0 };

  write(bytes: Uint8Array): void {
    this.written += Buffer.from(bytes).toString();
    this.writableLength += bytes.length;
    this.socket.writableLength = this.writableLength;
    this.socket.bytesWritten += bytes.length;
  }

  read(bytes = this.writableLength): void {
    this.writableLength -= bytes;
    this.socket.writableLength = this.writableLength;
    if (this.writableLength === 0) this.emit("drain");
  }

  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

const channel = {
  listed: { sportKey: "americanfootball_nfl", query: {} },
  bytesOf: () => stateBytes,
  revision: () => 1,
  checkedSince: () => undefined,
  renderNow: (id: string) => Buffer.from(`event: fixture\ndata: "${id}${" ".repeat(stateBytes)}"\n\n`),
} as unknown as Channel;

const rendered = { bytes: () => Buffer.from("[]") };

let sink: Sink;
let resets: string[];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  sink = new Sink();
  resets = [];
  connection = createConnection(
    sink as unknown as ServerResponse,
    [channel],
    {
      board: { oddsListAt: () => ({ rendered }) as never },
      snapshots: createSnapshots(),
      clock: () => 0,
      cursor: () => "now",
      noCursor: () => "none",
      observeReset: (reason) => resets.push(reason),
      written: () => undefined,
    },
    { kind: "snapshots", reset: undefined },
  );
  sink.read();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Changes so many fixtures at once. */
const change = (fixtures: number): void => {
  const ids = Array.from({ length: fixtures }, (_, index) => `fixture ${index}`);
  const events = ids.map((id) => channel.renderNow(id, 0));
  connection.send(Buffer.concat(events), events.length, new Map([[channel, { events, ids }]]));
};

const tooMany = maxUnsentBytes / stateBytes + 1;

test("a client that lacks more than 256 KB and has not caught up in time gets a reset and new snapshots", () => {
  change(tooMany);
  expect(connection.isLive()).toBe(false);
  vi.advanceTimersByTime(maxBehindMs - 1);
  change(tooMany);
  expect(resets).toEqual([]);
  vi.advanceTimersByTime(1);
  change(tooMany);
  expect(resets).toEqual(["slow"]);
  sink.written = "";
  while (sink.writableLength > 0) sink.read();
  expect(sink.written).toBe(
    'id: none\nevent: reset\ndata: {"reason":"slow"}\n\nid: now\nevent: snapshot\ndata: {"sport":"americanfootball_nfl","fixtures":[]}\n\n',
  );
  expect(connection.isLive()).toBe(true);
});

test("a client that lacks at most 256 KB gets the pending states without a reset", () => {
  change(15);
  vi.advanceTimersByTime(maxBehindMs);
  for (let round = 0; round < 50; round++) change(15);
  while (sink.writableLength > 0) sink.read();
  expect(resets).toEqual([]);
  expect(connection.isLive()).toBe(true);
});

test("a connection never has more than 256 KB unsent", () => {
  let most = 0;
  for (let round = 0; round < 100; round++) {
    change(1 + (round % 31));
    most = Math.max(most, connection.unsentBytes());
    if (round % 3 === 0) sink.read(Math.min(sink.writableLength, 3 * stateBytes));
  }
  expect(most).toBeGreaterThan(64 * 1024);
  expect(most).toBeLessThanOrEqual(maxUnsentBytes);
});

test("a client that reads nothing for 30 s is dropped, and one that reads a little stays", () => {
  change(20);
  connection.checkProgress(performance.now());
  vi.advanceTimersByTime(maxStalledMs);
  sink.read(1);
  connection.checkProgress(performance.now());
  vi.advanceTimersByTime(maxStalledMs);
  connection.checkProgress(performance.now());
  expect(sink.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  connection.checkProgress(performance.now());
  expect(sink.destroyed).toBe(true);
});

test("a client that has read everything stays, however long nothing is sent", () => {
  vi.advanceTimersByTime(10 * maxStalledMs);
  connection.checkProgress(performance.now());
  expect(sink.destroyed).toBe(false);
});
