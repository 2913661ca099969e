import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { applicationName } from "@/db/application-name";
import { DatabaseUnusableError } from "@/db/explain-connection";

/** With a session of its own, a connection answers this trivial statement within milliseconds. */
const maxAnswerMs = 3_000;
const waiting: unique symbol = Symbol("waiting");
type Waiting = typeof waiting;

const inSessionMode =
  "DATABASE_URL: the connection pooler must be in session mode, because the service uses locks and notifications of sessions";

const open = (url: string): postgres.Sql =>
  postgres(url, {
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
    prepare: false,
    onnotice: () => undefined,
    connection: { application_name: applicationName() },
  });

const answer = async <T>(work: PromiseLike<T>): Promise<T | Waiting> => {
  const timer = new AbortController();
  const late = delay<Waiting>(maxAnswerMs, waiting, { signal: timer.signal }).catch((): Waiting => waiting);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
};

/**
 * Fails if a pooler such as PgBouncer gives each transaction or statement another session. One connection sets a value for its session.
 * While a second connection is in a transaction, which occupies the session that was used last, the first connection reads its value back.
 * @throws DatabaseUnusableError with one line.
 */
export const refuseSharedSessions = async (url: string): Promise<void> => {
  const [own, other] = [open(url), open(url)];
  const mark = randomUUID();
  const refuse = (cause?: unknown) => new DatabaseUnusableError(inSessionMode, { cause });
  const occupy = (until: Promise<unknown>) =>
    other.begin(async (tx) => {
      await tx.unsafe("select 1");
      started();
      await until;
    });
  let started: () => void = () => undefined;
  const isOccupied = new Promise<void>((resolve) => {
    started = resolve;
  });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  try {
    await own.unsafe(`select set_config('oddskeeper.session', '${mark}', false)`);
    const occupied = occupy(released).catch((error: unknown) => {
      started();
      // In statement mode, a pooler rejects transactions.
      return error;
    });
    // If the pooler has only one session, the second connection waits for it. In session mode, the session belongs to the first connection.
    await answer(isOccupied);
    const read = own.unsafe<{ mark: string | null }[]>(
      "select current_setting('oddskeeper.session', true) as mark",
    );
    const rows = await answer(read);
    release();
    if (rows === waiting || rows[0]?.mark !== mark) throw refuse();
    const failed = await answer(occupied);
    if (failed !== waiting && failed instanceof Error && /transaction/i.test(failed.message))
      throw refuse(failed);
  } finally {
    release();
    await Promise.all([own.end({ timeout: 0 }), other.end({ timeout: 0 })]);
  }
};
