import type { Logger } from "pino";
import { type LockSession, openLockSession } from "@/db/lock-session";
import { pause } from "@/server/ingest/polling/pause";
import { loggableError } from "@/server/loggable-error";

/** Polls a shard until the signal aborts. */
type RunShard = (name: string, signal: AbortSignal) => Promise<void>;

/** Runs shards until the signal aborts. Each shard runs on one instance at a time. */
export type HoldShards = (names: readonly string[], run: RunShard, signal: AbortSignal) => Promise<void>;

/** For the embedded database. Only one instance can use its data directory, so this instance runs all shards. */
export const holdAllShards: HoldShards = async (names, run, signal) => {
  await Promise.all(names.map((name) => run(name, signal)));
};

/** How often an instance looks for free shards: often enough to take over the shards of an ended instance within seconds. */
const checkIntervalMs = 1_500;

type Held = { readonly stop: () => void; readonly ended: Promise<void> };

/**
 * Runs this instance's share of the shards: releases shards beyond the share, and takes free shards up to the share.
 * Stops all runs once the session is lost or the signal aborts. Resolves when all runs have ended.
 */
const holdInSession = async (
  session: LockSession,
  names: readonly string[],
  run: RunShard,
  signal: AbortSignal,
): Promise<void> => {
  const held = new Map<string, Held>();
  const stopping = AbortSignal.any([signal, session.lost]);
  const take = (name: string): void => {
    const released = new AbortController();
    const ended = run(name, AbortSignal.any([stopping, released.signal]));
    held.set(name, { stop: () => released.abort(), ended });
  };
  try {
    while (!stopping.aborted) {
      const share = Math.ceil(names.length / Math.max(1, await session.check()));
      for (const [name, { stop, ended }] of [...held].slice(share)) {
        stop();
        await ended;
        held.delete(name);
        await session.unlock(name);
      }
      for (const name of names) {
        if (held.size >= share || stopping.aborted) break;
        if (!held.has(name) && (await session.tryLock(name))) take(name);
      }
      await pause(checkIntervalMs, stopping);
    }
  } finally {
    for (const { stop } of held.values()) stop();
    await Promise.all([...held.values()].map(({ ended }) => ended));
  }
};

/**
 * Distributes the shards among the instances on one PostgreSQL database, with advisory locks on a dedicated connection. An instance that
 * loses this connection stops all its polling at once and opens a new connection.
 */
export const createHoldShards =
  (url: string, log: Pick<Logger, "warn">): HoldShards =>
  async (names, run, signal) => {
    while (!signal.aborted) {
      let session: LockSession | undefined;
      try {
        session = await openLockSession(url);
        await holdInSession(session, names, run, signal);
      } catch (error) {
        if (!signal.aborted)
          log.warn(
            { err: loggableError(error) },
            "the connection that holds the locks of the shards failed; this instance polls no shard until it has a new connection",
          );
      } finally {
        // The connection may have failed already, which is logged above. PostgreSQL then releases the locks.
        await session?.close().catch(() => undefined);
      }
      await pause(checkIntervalMs, signal);
    }
  };
