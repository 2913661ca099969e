import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

const idleEveryMs = 20;

/**
 * Ends a server without failing a request. `endStreams` ends the streams that are open now: first all of them, so that their clients move
 * before other calls fail, and later those that have opened meanwhile. For `openMs`, the server keeps serving, so that load balancers see that it is not ready and
 * send their requests elsewhere. Then it accepts no more connections, closes each open connection after its response, and closes all
 * connections after another `maxWaitMs`.
 */
export const drain = async (
  server: Server,
  openMs: number,
  maxWaitMs: number,
  endStreams: () => void,
): Promise<void> => {
  endStreams();
  await delay(openMs);
  endStreams();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearInterval(closingIdle);
      clearTimeout(late);
      server.closeAllConnections();
      resolve();
    };
    const closingIdle = setInterval(() => server.closeIdleConnections(), idleEveryMs);
    const late = setTimeout(end, maxWaitMs);
    server.close(end);
  });
};
