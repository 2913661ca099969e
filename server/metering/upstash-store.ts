import { Redis } from "@upstash/redis";
import {
  type CounterStore,
  CounterStoreError,
  type Reply,
  type Script,
  serverKey,
  storeDeadlineMs,
} from "@/server/metering/counter-store";
import { startDeadline } from "@/server/metering/deadline";
import { readReply } from "@/server/metering/read-reply";

type Command = {
  readonly name: string;
  readonly script: Script | undefined;
  readonly keys: string[];
  readonly args: (string | number)[];
  /** Send the script itself: the server has forgotten it. */
  readonly whole: boolean;
  readonly settle: (outcome: { reply: unknown } | { error: CounterStoreError }) => void;
  sent: boolean;
};

/** Bounds the size of one request. */
const mostTogether = 256;

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

const timedOut = (sent: boolean): CounterStoreError =>
  new CounterStoreError("no answer in time", sent ? "unknown" : "no");

const answerOf = (entry: unknown): { reply: unknown } | { fault: string } | undefined => {
  if (typeof entry !== "object" || entry === null) return undefined;
  const { result, error } = entry as { result?: unknown; error?: unknown };
  if (typeof error === "string") return { fault: error };
  return result === undefined ? undefined : { reply: result };
};

/**
 * The counter store on Upstash's REST interface. One request is in flight at a time; the commands that come meanwhile go out together in
 * the next one, so that throughput is not one request a call.
 */
export const createUpstashStore = (url: string, token: string): CounterStore => {
  let request = new AbortController();
  const redis = new Redis({
    url,
    token,
    retry: { retries: 0 },
    automaticDeserialization: false,
    enableAutoPipelining: false,
    enableTelemetry: false,
    responseEncoding: false,
    // A function: an aborted signal given as such would be answered with data.
    signal: () => request.signal,
  });
  let waiting: Command[] = [];
  let inFlight = false;
  let closed = false;

  const sendTogether = async (commands: readonly Command[]): Promise<readonly unknown[]> => {
    const pipeline = redis.pipeline();
    for (const { script, keys, args, whole } of commands) {
      if (script === undefined) pipeline.ping();
      else if (whole) pipeline.eval(script.lua, keys, args);
      else pipeline.evalsha(script.sha, keys, args);
    }
    request = new AbortController();
    const stopDeadline = startDeadline(storeDeadlineMs, () => request.abort());
    const answers: unknown = await pipeline.exec({ keepErrors: true }).finally(stopDeadline);
    if (!Array.isArray(answers) || answers.length !== commands.length)
      throw new Error("another number of answers than of commands");
    return answers;
  };

  const settleOne = (command: Command, entry: unknown): void => {
    const answer = answerOf(entry);
    if (answer === undefined)
      command.settle({ error: new CounterStoreError(`${command.name} answered nothing`, "unknown") });
    else if ("reply" in answer) command.settle(answer);
    else if (answer.fault.includes("NOSCRIPT") && !command.whole) {
      waiting.unshift({ ...command, whole: true, sent: false });
    } else command.settle({ error: new CounterStoreError(`${command.name}: ${answer.fault}`, "unknown") });
  };

  const sendWaiting = async (): Promise<void> => {
    if (inFlight) return;
    inFlight = true;
    // What the same turn of the event loop still adds goes along.
    await Promise.resolve();
    while (waiting.length > 0) {
      const commands = waiting.slice(0, mostTogether);
      waiting = waiting.slice(mostTogether);
      for (const command of commands) command.sent = true;
      try {
        const answers = await sendTogether(commands);
        for (const [index, command] of commands.entries()) settleOne(command, answers[index]);
      } catch (error) {
        const failure = requestFailed(error);
        for (const command of commands) command.settle({ error: failure });
      }
    }
    inFlight = false;
  };

  const give = (
    name: string,
    script: Script | undefined,
    keys: string[],
    args: (string | number)[],
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new CounterStoreError("closed", "no"));
        return;
      }
      let stopDeadline = () => {};
      const command: Command = {
        name,
        script,
        keys,
        args,
        whole: false,
        sent: false,
        settle: (outcome) => {
          stopDeadline();
          if ("error" in outcome) reject(outcome.error);
          else resolve(outcome.reply);
        },
      };
      stopDeadline = startDeadline(storeDeadlineMs, () => {
        waiting = waiting.filter((other) => other.settle !== command.settle);
        command.settle({ error: timedOut(command.sent) });
      });
      waiting.push(command);
      void sendWaiting();
    });

  const run = async (
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<Reply> =>
    readReply(
      script.name,
      await give(
        script.name,
        script,
        keys.map((key) => serverKey(key)),
        [...args],
      ),
    );

  return {
    run,
    ping: async () => {
      if ((await give("ping", undefined, [], [])) !== "PONG")
        throw new CounterStoreError("ping answered something else", "no");
    },
    close: async () => {
      closed = true;
      for (const command of waiting) command.settle({ error: new CounterStoreError("closed", "no") });
      waiting = [];
    },
  };
};
