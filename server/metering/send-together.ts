import {
  type CounterStore,
  CounterStoreError,
  type Script,
  storeDeadlineMs,
} from "@/server/metering/counter-store";
import { readReply } from "@/server/metering/read-reply";

/** One command on its way to the server; without a script it is a ping. */
type Command = {
  readonly name: string;
  readonly script: Script | undefined;
  readonly keys: readonly string[];
  readonly args: readonly (string | number)[];
  /** Send the script itself: the server has forgotten it. */
  readonly whole: boolean;
};

/** What the server answered to one command. */
export type Answer = { readonly reply: unknown } | { readonly fault: string };

type Pending = {
  command: Command;
  sent: boolean;
  readonly lateAt: number;
  readonly settle: (outcome: Answer | CounterStoreError) => void;
};

type Connection = {
  /**
   * One round trip: an answer for each command, in their order.
   * @param late nobody waits for the answers any more.
   * @throws CounterStoreError that holds for all of them.
   */
  readonly send: (commands: readonly Command[], late: AbortSignal) => Promise<readonly Answer[]>;
  readonly close: () => void;
};

/** Bounds the size of one request. */
const mostTogether = 256;

/** Short enough to notice that the process was held up, long enough to cost nothing. */
const stepMs = 25;

const pong = "PONG";

/**
 * A counter store on a connection: one round trip is under way at a time, and the commands that come meanwhile go out together in the
 * next one. So many callers cost few system calls here and there, and over HTTP not one request a call.
 */
export const createSendTogether = ({ send, close }: Connection): CounterStore => {
  /** In the order given, which is that of their deadlines too. */
  const unsettled = new Set<Pending>();
  const waiting = new Set<Pending>();
  let sending = false;
  let late = new AbortController();
  let watching = false;
  /**
   * Time that has passed for who waits, in steps: while this process is held up only one passes. What has arrived could not be read then, and
   * whoever is to answer may share the machine that holds it up.
   */
  let livedMs = 0;
  let closed = false;

  const settle = (pending: Pending, outcome: Answer | CounterStoreError): void => {
    if (!unsettled.delete(pending)) return;
    waiting.delete(pending);
    pending.settle(outcome);
  };

  const settleLate = (): void => {
    let missed = false;
    for (const pending of unsettled) {
      if (pending.lateAt > livedMs) break;
      missed ||= pending.sent;
      settle(pending, new CounterStoreError("no answer in time", pending.sent ? "unknown" : "no"));
    }
    // Others that were sent with it may still have time.
    if (missed && ![...unsettled].some(({ sent }) => sent)) late.abort();
    watching = unsettled.size > 0;
    if (watching) setTimeout(step, stepMs);
  };

  const step = (): void => {
    livedMs += stepMs;
    // What has arrived is read first: the answer may be among it.
    setImmediate(settleLate);
  };

  const watch = (): void => {
    if (watching) return;
    watching = true;
    setTimeout(step, stepMs);
  };

  const isForgotten = (pending: Pending, answer: Answer): boolean =>
    "fault" in answer && answer.fault.includes("NOSCRIPT") && !pending.command.whole;

  const roundTrip = async (batch: readonly Pending[]): Promise<readonly Pending[]> => {
    for (const pending of batch) pending.sent = true;
    const again: Pending[] = [];
    late = new AbortController();
    try {
      const answers = await send(
        batch.map(({ command }) => command),
        late.signal,
      );
      for (const [index, pending] of batch.entries()) {
        const answer = answers[index];
        if (answer === undefined) throw new CounterStoreError("fewer answers than commands", "unknown");
        if (!isForgotten(pending, answer)) settle(pending, answer);
        else if (unsettled.has(pending)) again.push(pending);
      }
    } catch (error) {
      const failure =
        error instanceof CounterStoreError
          ? error
          : new CounterStoreError("the round trip failed", "unknown", error);
      for (const pending of batch) settle(pending, failure);
    }
    return again;
  };

  const sendWaiting = async (): Promise<void> => {
    let again: readonly Pending[] = [];
    while (waiting.size + again.length > 0) {
      const batch = [...again];
      for (const pending of batch) {
        pending.command = { ...pending.command, whole: true };
        pending.sent = false;
      }
      for (const pending of waiting) {
        if (batch.length >= mostTogether) break;
        waiting.delete(pending);
        batch.push(pending);
      }
      again = await roundTrip(batch);
    }
    sending = false;
  };

  const give = (command: Command): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new CounterStoreError("closed", "no"));
        return;
      }
      const pending: Pending = {
        command,
        sent: false,
        lateAt: livedMs + storeDeadlineMs + stepMs,
        settle: (outcome) => {
          if (outcome instanceof CounterStoreError) reject(outcome);
          else if ("reply" in outcome) resolve(outcome.reply);
          else reject(new CounterStoreError(`${command.name}: ${outcome.fault}`, "unknown"));
        },
      };
      unsettled.add(pending);
      waiting.add(pending);
      watch();
      if (sending) return;
      sending = true;
      // What the same turn of the event loop still adds goes along.
      setImmediate(() => void sendWaiting());
    });

  return {
    run: async (script, keys, args) =>
      readReply(script.name, await give({ name: script.name, script, keys, args, whole: false })),
    ping: async () => {
      const ping = { name: "ping", script: undefined, keys: [], args: [], whole: false };
      if ((await give(ping)) !== pong) throw new CounterStoreError("ping answered something else", "no");
    },
    close: async () => {
      closed = true;
      for (const pending of [...unsettled])
        settle(pending, new CounterStoreError("closed", pending.sent ? "unknown" : "no"));
      late.abort();
      close();
    },
  };
};
