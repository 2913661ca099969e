import { Redis } from "@upstash/redis";
import { type CommandReply, createBatchedStore } from "@/server/metering/counter/batch-commands";
import { type CounterStore, CounterStoreError, serverKey } from "@/server/metering/counter/counter-store";

const toReply = (entry: unknown): CommandReply => {
  if (typeof entry !== "object" || entry === null) return { fault: "no reply" };
  const { result, error } = entry as { result?: unknown; error?: unknown };
  if (typeof error === "string") return { fault: error };
  return result === undefined ? { fault: "no reply" } : { reply: result };
};

/** The counter store on Upstash's REST interface. */
export const createUpstashStore = (url: string, token: string): CounterStore => {
  let signal: AbortSignal | undefined;
  const redis = new Redis({
    url,
    token,
    retry: { retries: 0 },
    automaticDeserialization: false,
    enableAutoPipelining: false,
    enableTelemetry: false,
    responseEncoding: false,
    // A function, because the client resolves with made-up data if a signal that it was given directly aborts.
    signal: () => signal ?? AbortSignal.abort(),
  });

  return createBatchedStore({
    send: async (commands, late) => {
      const pipeline = redis.pipeline();
      for (const { script, keys, args, whole } of commands) {
        const names = keys.map((key) => serverKey(key));
        if (script === undefined) pipeline.ping();
        else if (whole) pipeline.eval(script.lua, names, [...args]);
        else pipeline.evalsha(script.sha, names, [...args]);
      }
      let replies: unknown;
      signal = late.signal;
      try {
        replies = await pipeline.exec({ keepErrors: true });
      } catch (error) {
        // Keep only the name: the client's error and the errors that it wraps contain the whole request.
        throw new CounterStoreError("the request failed", error instanceof Error ? error.name : undefined);
      }
      if (!Array.isArray(replies) || replies.length !== commands.length)
        throw new CounterStoreError("the number of replies differs from the number of commands");
      return replies.map(toReply);
    },
    close: () => undefined,
  });
};
