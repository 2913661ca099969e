/**
 * Holds many streams. Reads `{url, streams: [{sport, key}]}` from IPC and opens them. Answers each message `report` with the numbers of open
 * streams, events, bytes and resets so far. Counts without parsing JSON, so that the clients cost little.
 */
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

type Wanted = { readonly sport: string; readonly key: string };

const counts = { open: 0, events: 0, bytes: 0, slow: 0, refused: 0, ended: 0 };
const sockets: Socket[] = [];
const fixtureMark = Buffer.from("event: fixture\n");
const slowMark = Buffer.from('"reason":"slow"');

const countOf = (chunk: Buffer, mark: Buffer): number => {
  let found = 0;
  for (let at = chunk.indexOf(mark); at !== -1; at = chunk.indexOf(mark, at + mark.length)) found += 1;
  return found;
};

const open = (url: URL, { sport, key }: Wanted): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname);
    let isAnswered = false;
    socket.write(
      `GET /v1/odds/stream?sports=${sport} HTTP/1.1\r\nHost: ${url.host}\r\nX-API-Key: ${key}\r\n\r\n`,
    );
    socket.on("data", (chunk) => {
      if (!isAnswered) {
        isAnswered = true;
        if (chunk.toString("latin1", 0, 12) === "HTTP/1.1 200") counts.open += 1;
        else counts.refused += 1;
        resolve();
      }
      counts.bytes += chunk.length;
      counts.events += countOf(chunk, fixtureMark);
      counts.slow += countOf(chunk, slowMark);
    });
    socket.on("error", () => resolve());
    socket.on("close", () => {
      counts.ended += 1;
      resolve();
    });
    sockets.push(socket);
  });

process.on("message", async (message: "report" | "close" | { url: string; streams: readonly Wanted[] }) => {
  if (message === "close") {
    for (const socket of sockets.splice(0)) socket.destroy();
    counts.open = 0;
  } else if (message !== "report") {
    const url = new URL(message.url);
    for (let index = 0; index < message.streams.length; index += 20) {
      await Promise.all(message.streams.slice(index, index + 20).map((wanted) => open(url, wanted)));
      await delay(5);
    }
  }
  process.send?.(counts);
});
