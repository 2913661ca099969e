import postgres from "postgres";
import { applicationName } from "@/db/application-name";

/**
 * The first of the two keys of a named lock. Outside this file, the service's advisory locks have a single key. In PostgreSQL, a lock with
 * one key never conflicts with a lock with two keys.
 */
const lockClass = 0x0dd5;
/** The first of the two keys of a lock that every session holds in shared mode, so that sessions can be counted. */
const presenceClass = 0x0dd6;

/** A connection whose only purpose is to hold locks. The server releases the locks when the connection ends. */
export type LockSession = {
  /** Aborts when the connection is lost or does not respond in time. From then on, the session must not rely on its locks. */
  readonly lost: AbortSignal;
  /**
   * Rejects if the connection has lost its locks.
   * @returns the number of sessions, including this one.
   */
  readonly check: () => Promise<number>;
  /** Takes a lock if it is free. @returns whether this session holds the lock now. */
  readonly tryLock: (name: string) => Promise<boolean>;
  readonly unlock: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** If a client does not respond for 11 seconds, the server closes the connection. */
const keepalive =
  "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3";

/** If the server does not respond for this long, the client gives up the connection. */
const maxSilenceMs = 4_000;

/**
 * Opens a connection for session locks. The connection is not part of the connection pool. If the network fails, the client gives up its
 * locks after 4 s, and the server frees the locks after 11 s. So two sessions never rely on the same lock at the same time. A connection
 * pooler between client and server must be in session mode.
 */
export const openLockSession = async (url: string): Promise<LockSession> => {
  const lost = new AbortController();
  const client = postgres(url, {
    max: 1,
    max_lifetime: 0,
    idle_timeout: 0,
    connect_timeout: 5,
    onnotice: () => undefined,
    onclose: () => lost.abort(),
    connection: { application_name: applicationName("polling") },
  });
  const inTime = async <T>(work: PromiseLike<T>): Promise<T> => {
    const timer = setTimeout(() => lost.abort(), maxSilenceMs);
    let markLost: () => void = () => undefined;
    try {
      lost.signal.throwIfAborted();
      const whenLost = new Promise<never>((_, reject) => {
        markLost = () => reject(new Error("the connection that holds the locks is lost"));
        lost.signal.addEventListener("abort", markLost);
      });
      return await Promise.race([work, whenLost]);
    } catch (error) {
      lost.abort();
      throw error;
    } finally {
      clearTimeout(timer);
      lost.signal.removeEventListener("abort", markLost);
    }
  };
  const readSession = async (): Promise<{ readonly pid: number; readonly sessions: number }> => {
    const [row] = await inTime(client<{ pid: number; sessions: number }[]>`
      select pg_backend_pid() as pid, (
        select count(*)::int from pg_locks
        where locktype = 'advisory' and classid = ${presenceClass} and objid = 0 and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database())) as sessions`);
    return row ?? { pid: 0, sessions: 0 };
  };
  const close = async (): Promise<void> => {
    lost.abort();
    await client.end({ timeout: 1 });
  };
  try {
    // Sent as a statement, because poolers reject connection parameters that they do not know.
    await inTime(client.unsafe(keepalive));
    const { pid } = await readSession();
    await inTime(client`select pg_advisory_lock_shared(${presenceClass}, 0)`);
    return {
      lost: lost.signal,
      check: async () => {
        const current = await readSession();
        // postgres.js reconnects by itself; the new connection has no locks.
        if (current.pid !== pid) lost.abort();
        lost.signal.throwIfAborted();
        return current.sessions;
      },
      tryLock: async (name) => {
        const [row] = await inTime(client<{ locked: boolean }[]>`
          select pg_try_advisory_lock(${lockClass}, hashtext(${name})) as locked`);
        return row?.locked === true;
      },
      unlock: async (name) => {
        await inTime(client`select pg_advisory_unlock(${lockClass}, hashtext(${name}))`);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
