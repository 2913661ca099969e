import { setImmediate as endOfTurn } from "node:timers/promises";
import { type CounterStore, CounterStoreError, type Script } from "@/server/metering/counter/counter-store";
import { readReply } from "@/server/metering/counter/read-reply";
import { storeDeadlineMs } from "@/server/metering/timing";

/** One call of a script; without a script it is a ping. */
type Call = {
  readonly script: Script | undefined;
  readonly keys: readonly string[];
  readonly args: readonly (string | number)[];
  /** Send the whole script: the server no longer has it. */
  readonly whole: boolean;
};

/** What the server gets in one piece: calls of one script, joined as `createScript` describes, or a ping. */
export type Command = Call;

/** The server's reply to one command or call. */
export type CommandReply = { readonly reply: unknown } | { readonly fault: string };

type Pending = {
  readonly call: Call;
  readonly resolve: (reply: CommandReply) => void;
  readonly reject: (error: CounterStoreError) => void;
};

type Connection = {
  /**
   * One round trip: a reply for each command, in their order.
   * @param late its signal aborts once no caller waits for the replies. It is created on first use.
   * @throws CounterStoreError that applies to all of them.
   */
  readonly send: (
    commands: readonly Command[],
    late: { readonly signal: AbortSignal },
  ) => Promise<readonly CommandReply[]>;
  readonly close: () => void;
};

/** Bounds the size of one request. */
const maxBatchCalls = 256;
/** Bounds how long one command blocks the server. */
const maxCommandCalls = 64;

/** Short enough to notice a stalled process, long enough to cost nothing. */
const stepMs = 25;

/**
 * The deadline of a round trip, by a clock that advances at most one step per event-loop turn. A stalled process (GC, busy CPU) must not time
 * out replies that are already in the socket buffer.
 */
const createDeadline = () => {
  let livedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      livedMs += stepMs;
      // Read the socket first: the reply may be in its buffer.
      if (livedMs > storeDeadlineMs) setImmediate(reject, new CounterStoreError("no reply in time"));
    }, stepMs);
  });
  return { passed, hasPassed: () => livedMs > storeDeadlineMs, clear: () => clearInterval(timer) };
};

/** The calls of one command. */
type Group = { readonly script: Script | undefined; readonly whole: boolean; readonly calls: Pending[] };

/** Groups calls of the same script that follow each other. */
const groupCalls = (batch: readonly Pending[]): Group[] => {
  const groups: Group[] = [];
  for (const pending of batch) {
    const { script, whole } = pending.call;
    const last = groups.at(-1);
    const joins = script !== undefined && last?.script === script && last.whole === whole;
    if (joins && last.calls.length < maxCommandCalls) last.calls.push(pending);
    else groups.push({ script, whole, calls: [pending] });
  }
  return groups;
};

const toCommand = ({ script, whole, calls }: Group): Command => ({
  script,
  whole,
  keys: calls.flatMap(({ call }) => call.keys),
  args: [...calls.flatMap(({ call }) => call.args), calls.length],
});

const settleGroup = ({ script, calls }: Group, outcome: CommandReply | undefined): void => {
  if (outcome === undefined || "fault" in outcome || script === undefined) {
    for (const { resolve, reject } of calls)
      if (outcome === undefined) reject(new CounterStoreError("fewer replies than commands"));
      else resolve(outcome);
    return;
  }
  const replies: readonly unknown[] = Array.isArray(outcome.reply) ? outcome.reply : [];
  for (const [index, { resolve, reject }] of calls.entries())
    if (replies.length === calls.length) resolve({ reply: replies[index] });
    else reject(new CounterStoreError(`unexpected reply to ${script.name}`));
};

/**
 * A counter store on a connection. One round trip is in flight at a time, and the calls that arrive meanwhile go out together in the
 * next one, those of the same script as one command. So many concurrent calls need few system calls, and over HTTP few requests.
 */
export const createBatchedStore = ({ send, close }: Connection): CounterStore => {
  /** In the order of arrival. */
  const waiting: Pending[] = [];
  let sending = false;
  let late = new AbortController();
  let closed = false;

  const roundTrip = async (batch: readonly Pending[]): Promise<void> => {
    const deadline = createDeadline();
    late = new AbortController();
    const groups = groupCalls(batch);
    try {
      const replies = await Promise.race([send(groups.map(toCommand), late), deadline.passed]);
      for (const [index, group] of groups.entries()) settleGroup(group, replies[index]);
    } catch (error) {
      const failure =
        error instanceof CounterStoreError ? error : new CounterStoreError("the round trip failed", error);
      // Calls that arrived meanwhile have no time left for a round trip of a full deadline.
      for (const { reject } of [...batch, ...(deadline.hasPassed() ? waiting.splice(0) : [])])
        reject(failure);
      late.abort();
    } finally {
      deadline.clear();
    }
  };

  const sendWaiting = async (): Promise<void> => {
    // Requests that the process reads in the rest of this turn of the event loop join the batch.
    for (await endOfTurn(); waiting.length > 0; await endOfTurn())
      await roundTrip(waiting.splice(0, maxBatchCalls));
    sending = false;
  };

  const enqueue = (call: Call): Promise<CommandReply> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new CounterStoreError("closed"));
        return;
      }
      waiting.push({ call, resolve, reject });
      if (sending) return;
      sending = true;
      void sendWaiting();
    });

  const replyTo = async (name: string, call: Call): Promise<unknown> => {
    const outcome = await enqueue(call);
    if ("reply" in outcome) return outcome.reply;
    if (call.whole || !outcome.fault.includes("NOSCRIPT"))
      throw new CounterStoreError(`${name}: ${outcome.fault}`);
    return replyTo(name, { ...call, whole: true });
  };

  return {
    run: async (script, keys, args) =>
      readReply(script.name, await replyTo(script.name, { script, keys, args, whole: false })),
    ping: async () => {
      const ping = { script: undefined, keys: [], args: [], whole: true };
      if ((await replyTo("ping", ping)) !== "PONG") throw new CounterStoreError("unexpected reply to ping");
    },
    close: async () => {
      closed = true;
      for (const { reject } of waiting.splice(0)) reject(new CounterStoreError("closed"));
      late.abort();
      close();
    },
  };
};
