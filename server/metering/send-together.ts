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
  settled: boolean;
  readonly lateAt: number;
  readonly settle: (outcome: Answer | CounterStoreError) => void;
};

type Connection = {
  /**
   * One round trip: an answer for each command, in their order.
   * @param late its signal says that nobody waits for the answers any more; it is made where it is asked for.
   * @throws CounterStoreError that holds for all of them.
   */
  readonly send: (
    commands: readonly Command[],
    late: { readonly signal: AbortSignal },
  ) => Promise<readonly Answer[]>;
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
  /** Those of the round trip that is under way, then those that came meanwhile: in the order given, which is that of their deadlines too. */
  let underWay: readonly Pending[] = [];
  let waiting: Pending[] = [];
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
    if (pending.settled) return;
    pending.settled = true;
    pending.settle(outcome);
  };

  const isOpen = ({ settled }: Pending): boolean => !settled;

  const settleLate = (): void => {
    for (const pending of [...underWay, ...waiting]) {
      if (pending.lateAt > livedMs) break;
      settle(pending, new CounterStoreError("no answer in time", pending.sent ? "unknown" : "no"));
    }
    // Others that were sent with it may still have time.
    if (!underWay.some(isOpen)) late.abort();
    watching = underWay.some(isOpen) || waiting.some(isOpen);
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

  const roundTrip = async (batch: readonly Pending[]): Promise<Pending[]> => {
    underWay = batch;
    for (const pending of batch) pending.sent = true;
    const again: Pending[] = [];
    late = new AbortController();
    try {
      const answers = await send(
        batch.map(({ command }) => command),
        late,
      );
      for (const [index, pending] of batch.entries()) {
        const answer = answers[index];
        if (answer === undefined) throw new CounterStoreError("fewer answers than commands", "unknown");
        if (!isForgotten(pending, answer)) settle(pending, answer);
        else if (isOpen(pending)) again.push(pending);
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
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostTogether).filter(isOpen);
      waiting = waiting.slice(mostTogether);
      if (batch.length === 0) continue;
      const again = await roundTrip(batch);
      for (const pending of again) {
        pending.command = { ...pending.command, whole: true };
        pending.sent = false;
      }
      waiting = [...again, ...waiting];
    }
    underWay = [];
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
        settled: false,
        lateAt: livedMs + storeDeadlineMs + stepMs,
        settle: (outcome) => {
          if (outcome instanceof CounterStoreError) reject(outcome);
          else if ("reply" in outcome) resolve(outcome.reply);
          else reject(new CounterStoreError(`${command.name}: ${outcome.fault}`, "unknown"));
        },
      };
      waiting.push(pending);
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
      for (const pending of [...underWay, ...waiting])
        settle(pending, new CounterStoreError("closed", pending.sent ? "unknown" : "no"));
      late.abort();
      close();
    },
  };
};
