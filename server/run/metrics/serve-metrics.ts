import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { Registry } from "prom-client";
import { loggableError } from "@/server/loggable-error";

export type MetricsServer = {
  readonly port: number;
  readonly close: () => Promise<void>;
};

/** How long a client may take to send its request. */
const requestTimeoutMs = 10_000;

const send = (
  outgoing: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  outgoing.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...headers,
  });
  outgoing.end(text);
};

/**
 * Serves `GET /metrics` on a separate port.
 * @param render renders the current metrics. Concurrent scrapes share one call.
 * @throws if the port is unavailable.
 */
export const serveMetrics = async (
  { port, host }: { readonly port: number; readonly host: string },
  render: () => Promise<string>,
  log: Pick<Logger, "error">,
): Promise<MetricsServer> => {
  let running: Promise<string> | undefined;
  const renderOnce = (): Promise<string> => {
    running ??= render().finally(() => {
      running = undefined;
    });
    return running;
  };

  const respond = async (outgoing: ServerResponse): Promise<void> => {
    try {
      send(outgoing, 200, await renderOnce(), { "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE });
    } catch (error) {
      log.error({ err: loggableError(error) }, "the metrics could not be rendered");
      send(outgoing, 500, "The metrics could not be rendered.\n");
    }
  };

  const server = createServer({ requestTimeout: requestTimeoutMs }, (incoming, outgoing) => {
    incoming.resume();
    const [path] = (incoming.url ?? "/").split("?", 1);
    if (path !== "/metrics") send(outgoing, 404, "Not found. Metrics are at /metrics.\n");
    else if (incoming.method !== "GET") send(outgoing, 405, "Only GET is allowed.\n", { Allow: "GET" });
    else void respond(outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
