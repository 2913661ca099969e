/** A bare server of streams. `{bytes, perSecond, share}` over IPC: writes events of that size to a share of its connections at that rate. */
import { createServer, type ServerResponse } from "node:http";

const connections: ServerResponse[] = [];
let timer: NodeJS.Timeout | undefined;
let written = 0;

const server = createServer((incoming, outgoing) => {
  if (incoming.url === "/count") {
    outgoing.end(String(written));
    return;
  }
  if (!incoming.url?.startsWith("/v1/odds/stream")) {
    outgoing.end("ok");
    return;
  }
  outgoing.writeHead(200, { "Content-Type": "text/event-stream" });
  outgoing.write(": prices follow\n\n");
  connections.push(outgoing);
});

type Order = { readonly bytes: number; readonly perSecond: number; readonly groups: number };

process.on("message", ({ bytes, perSecond, groups }: Order) => {
  clearInterval(timer);
  if (perSecond === 0) return;
  const startedAt = performance.now();
  let sent = 0;
  timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    for (; sent < due; sent++) {
      const event = Buffer.alloc(bytes, "x");
      event.write("event: fixture\ndata: ");
      event.write("\n\n", bytes - 2);
      for (let index = sent % groups; index < connections.length; index += groups) {
        connections[index]?.write(event);
        written += 1;
      }
    }
  }, 5);
});

server.listen(Number(process.env.PORT), "127.0.0.1");
