import { once } from "node:events";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { createListener, type ListenerOptions } from "@/server/web/http/door/listener";

/** A front door on a port of its own. */
export type TestDoor = { readonly port: number; readonly close: () => void };

/** Starts a front door without pages. `close` ends its connections too. */
export const startDoor = async (
  options: Pick<ListenerOptions, "config" | "handleV1" | "handleDelivery" | "handleMcp">,
): Promise<TestDoor> => {
  const server = createListener({
    log: pino({ level: "silent" }),
    pages: () => undefined,
    status: () => ({ ready: true, degraded: [] }),
    canReadAccounts: async () => true,
    ...options,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
