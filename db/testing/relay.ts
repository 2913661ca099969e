import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

export type Relay = {
  /** The URL of the database, by way of the relay. */
  readonly url: string;
  /** From now on, drops all bytes of the open connections, as a network that drops packets does. They never work again. */
  readonly hangOpen: () => void;
  /** Also accepts new connections without forwarding anything, until `restore` is called. */
  readonly freeze: () => void;
  /** Lets new connections through again. */
  readonly restore: () => void;
  /** Resets all open connections but one. */
  readonly cutAllButOne: () => void;
  /** From now on, each packet arrives `ms` later, in both directions. */
  readonly slowDown: (ms: number) => void;
  /** Sends new connections to another database. */
  readonly switchTo: (url: string) => void;
  /** Connections that a client has opened and not closed. */
  readonly openConnections: () => number;
  readonly close: () => Promise<void>;
};

/** Starts a proxy between clients and a PostgreSQL database, or a Redis server if the URL has no path. */
export const startRelay = async (databaseUrl: string): Promise<Relay> => {
  let target = new URL(databaseUrl);
  let isFrozen = false;
  let lateMs = 0;
  const hung = new Set<Socket>();
  const clients = new Set<Socket>();
  const sockets = new Set<Socket>();
  // Timers with equal delays run in the order of their start, so packets stay in order.
  const later = (send: () => void): void => {
    if (lateMs === 0) send();
    else setTimeout(send, lateMs);
  };
  const server = createServer((client) => {
    clients.add(client);
    if (isFrozen) hung.add(client);
    const upstream = createConnection(Number(target.port || 5432), target.hostname);
    // The name of the database in the startup message is that of the first URL, so a switched connection gets it rewritten.
    let rewrite = target.pathname.slice(1);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    client.on("close", () => {
      clients.delete(client);
      upstream.destroy();
    });
    upstream.on("close", () => {
      if (!hung.has(client)) client.destroy();
    });
    client.on("data", (data: Buffer) => {
      if (hung.has(client)) return;
      const sent = rewrite === "" ? data : withDatabase(data, rewrite);
      rewrite = "";
      later(() => upstream.write(sent));
    });
    upstream.on("data", (data: Buffer) => {
      if (!hung.has(client)) later(() => client.write(data));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = new URL(databaseUrl);
  address.hostname = "127.0.0.1";
  address.port = String((server.address() as AddressInfo).port);
  const hangOpen = (): void => {
    for (const client of clients) hung.add(client);
  };
  return {
    url: address.href,
    hangOpen,
    freeze: () => {
      isFrozen = true;
      hangOpen();
    },
    restore: () => {
      isFrozen = false;
    },
    cutAllButOne: () => {
      for (const client of [...clients].slice(1)) client.resetAndDestroy();
    },
    slowDown: (ms) => {
      lateMs = ms;
    },
    switchTo: (url) => {
      target = new URL(url);
    },
    openConnections: () => clients.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Replaces the database in a startup message. https://www.postgresql.org/docs/current/protocol-message-formats.html */
const withDatabase = (startup: Buffer, name: string): Buffer => {
  const parameters = startup.subarray(8).toString("utf8").split("\0");
  const at = parameters.indexOf("database");
  parameters[at + 1] = name;
  const body = Buffer.from(parameters.join("\0"));
  const head = Buffer.from(startup.subarray(0, 8));
  head.writeInt32BE(body.length + 8);
  return Buffer.concat([head, body]);
};
