import { connect, createServer, type Socket } from "node:net";
import { connectDatabase, type Database, type DatabaseAddress } from "@/db/connect";

export type LossyDatabase = {
  /** A pool of one connection. */
  readonly db: Database;
  /** Cuts the connection instead of passing on the next reply. */
  readonly loseNextReply: () => void;
  readonly close: () => Promise<void>;
};

/** Connects to a database through a proxy that can lose replies. */
export const connectLossy = async (address: DatabaseAddress): Promise<LossyDatabase> => {
  const url = new URL("url" in address ? address.url : "postgres://postgres:postgres@127.0.0.1/postgres");
  const target =
    "url" in address ? { host: url.hostname, port: Number(url.port) } : { path: address.socketPath };
  let isNextLost = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", end).on("close", end);
    }
    client.on("data", (chunk) => upstream.write(chunk));
    upstream.on("data", (chunk) => {
      if (!isNextLost) return void client.write(chunk);
      isNextLost = false;
      end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  url.host = `127.0.0.1:${typeof bound === "object" && bound !== null ? bound.port : 0}`;
  const db = connectDatabase({ url: url.href }, 1);
  return {
    db,
    loseNextReply: () => {
      isNextLost = true;
    },
    close: async () => {
      await db.$client.end({ timeout: 1 });
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
