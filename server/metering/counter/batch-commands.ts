import { type CounterStore, CounterStoreError, type Script } from "@/server/metering/counter/counter-store";
import { readReply } from "@/server/metering/counter/read-reply";
import { storeDeadlineMs } from "@/server/metering/timing";

/** One command on its way to the server; without a script it is a ping. */
type Command = {
  readonly script: Script | undefined;
  readonly keys: readonly string[];
  readonly args: readonly (string | number)[];
  /** Send the whole script: the server no longer has it. */
  readonly whole: boolean;
};

/** The server's reply to one command. */
export type CommandReply = { readonly reply: unknown } | { readonly fault: string };

type Pending = {
  readonly command: Command;
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
const maxBatchCommands = 256;

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

/**
 * A counter store on a connection. One round trip is in flight at a time, and the commands that arrive meanwhile go out together in the
 * next one. So many concurrent calls need few system calls, and over HTTP few requests.
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
    try {
      const sent = send(
        batch.map(({ command }) => command),
        late,
      );
      const replies = await Promise.race([sent, deadline.passed]);
      for (const [index, { resolve, reject }] of batch.entries()) {
        const reply = replies[index];
        if (reply === undefined) reject(new CounterStoreError("fewer replies than commands"));
        else resolve(reply);
      }
    } catch (error) {
      const failure =
        error instanceof CounterStoreError ? error : new CounterStoreError("the round trip failed", error);
      // Commands that arrived meanwhile have no time left for a round trip of a full deadline.
      for (const { reject } of [...batch, ...(deadline.hasPassed() ? waiting.splice(0) : [])])
        reject(failure);
      late.abort();
    } finally {
      deadline.clear();
    }
  };

  const sendWaiting = async (): Promise<void> => {
    while (waiting.length > 0) await roundTrip(waiting.splice(0, maxBatchCommands));
    sending = false;
  };

  const enqueue = (command: Command): Promise<CommandReply> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new CounterStoreError("closed"));
        return;
      }
      waiting.push({ command, resolve, reject });
      if (sending) return;
      sending = true;
      // Commands added in the same turn of the event loop join this batch.
      setImmediate(() => void sendWaiting());
    });

  const replyTo = async (name: string, command: Command): Promise<unknown> => {
    const outcome = await enqueue(command);
    if ("reply" in outcome) return outcome.reply;
    if (command.whole || !outcome.fault.includes("NOSCRIPT"))
      throw new CounterStoreError(`${name}: ${outcome.fault}`);
    return replyTo(name, { ...command, whole: true });
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
