import { Redis } from "@upstash/redis";
import { type CounterStore, CounterStoreError, serverKey } from "@/server/metering/counter-store";
import { type Answer, createSendTogether } from "@/server/metering/send-together";

// Nothing was sent when no connection came about.
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "EHOSTUNREACH",
]);

const codesOf = (error: unknown): unknown[] => {
  if (!(error instanceof Error)) return [];
  const nested = error instanceof AggregateError ? error.errors : [];
  return [(error as { code?: unknown }).code, ...codesOf(error.cause), ...nested.flatMap(codesOf)];
};

const requestFailed = (error: unknown): CounterStoreError =>
  new CounterStoreError(
    "the request failed",
    codesOf(error).some((code) => typeof code === "string" && neverSent.has(code)) ? "no" : "unknown",
    // The message of the client's error holds the whole request, and so do those that it wraps.
    error instanceof Error ? error.name : undefined,
  );

const answerOf = (entry: unknown): Answer => {
  if (typeof entry !== "object" || entry === null) return { fault: "no answer" };
  const { result, error } = entry as { result?: unknown; error?: unknown };
  if (typeof error === "string") return { fault: error };
  return result === undefined ? { fault: "no answer" } : { reply: result };
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
    // A function: an aborted signal given as such would be answered with data.
    signal: () => signal ?? AbortSignal.abort(),
  });

  return createSendTogether({
    send: async (commands, late) => {
      const pipeline = redis.pipeline();
      for (const { script, keys, args, whole } of commands) {
        const names = keys.map((key) => serverKey(key));
        if (script === undefined) pipeline.ping();
        else if (whole) pipeline.eval(script.lua, names, [...args]);
        else pipeline.evalsha(script.sha, names, [...args]);
      }
      let answers: unknown;
      signal = late.signal;
      try {
        answers = await pipeline.exec({ keepErrors: true });
      } catch (error) {
        throw requestFailed(error);
      }
      if (!Array.isArray(answers) || answers.length !== commands.length)
        throw new CounterStoreError("another number of answers than of commands", "unknown");
      return answers.map(answerOf);
    },
    close: () => undefined,
  });
};
