import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { applicationName } from "@/db/application-name";
import type { Queryable } from "@/db/connect";

const channel = "prices";
const retryAfterMs = 1_000;

/** Notifies listeners once the caller's transaction commits. PostgreSQL merges the notifications of one transaction. */
export const notifyPricesWritten = (tx: Queryable) => tx.execute(sql`select pg_notify(${channel}, '')`);

export type Listener = {
  /** Resolves when the connection is closed. */
  readonly close: () => Promise<void>;
};

/**
 * Listens for notifications on a connection of its own, and reconnects until `close`. Notifications can be lost, for example if a
 * pooler shares sessions among clients. The `listen` of postgres.js is not used, because it gives up after one failed reconnection.
 * @param onWritten called for each notification. Also called each time the listener has connected, because notifications that were sent
 * while the listener was not connected are lost.
 * @param onFailed called with the reason each time the connection could not be opened. The next attempt follows after a second.
 */
export const listenForPrices = (
  url: string,
  onWritten: () => void,
  onFailed: (error: unknown) => void,
): Listener => {
  const closing = new AbortController();
  let endSession = (): void => undefined;

  const listenOnce = async (): Promise<void> => {
    const ended = new Promise<void>((resolve) => {
      endSession = resolve;
    });
    const options = {
      max: 1,
      max_lifetime: 0,
      idle_timeout: 0,
      connect_timeout: 5,
      fetch_types: false,
      // In seconds. After 10 seconds without data, the operating system sends ten probes, one per second. If the connection broke without
      // being closed, no probe is answered, and the client learns of the break after about 20 seconds.
      keep_alive: 10,
      onnotice: () => undefined,
      onnotify: onWritten,
      onclose: () => endSession(),
      connection: { application_name: applicationName("notifications") },
    };
    const client = postgres(url, options);
    try {
      await client.unsafe(`listen ${channel}`);
      if (closing.signal.aborted) return;
      onWritten();
      await ended;
    } finally {
      await client.end({ timeout: 1 });
    }
  };

  const listen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await listenOnce().catch((error: unknown) => {
        if (!closing.signal.aborted) onFailed(error);
      });
      await delay(retryAfterMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };

  const running = listen();
  return {
    close: async () => {
      closing.abort();
      endSession();
      await running;
    },
  };
};
