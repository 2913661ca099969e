import type { ServerResponse } from "node:http";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { minuteMs } from "@/server/domain/durations";
import type { Board } from "@/server/market/board/board";
import type { Cursors } from "@/server/market/board/cursor";
import type { Moment } from "@/server/market/board/position";
import { noPosition } from "@/server/market/board/position";
import { maxTimesLagMs } from "@/server/market/board/position-log";
import { changesSince } from "@/server/market/stream/changes-since";
import type { Batch, Channel } from "@/server/market/stream/channel";
import { type Connection, createConnection, type Opening } from "@/server/market/stream/connection";
import { idField, type ResetReason, resetEvent } from "@/server/market/stream/events";
import type { StreamFilter } from "@/server/market/stream/filter";
import { deliverBatches, deliverTimes, type Group, heartbeatOf } from "@/server/market/stream/group";
import type { Resume } from "@/server/market/stream/resume";
import { createSnapshots } from "@/server/market/stream/snapshots";
import { type Audience, noticesTopic, pricesTopic, type Topic } from "@/server/market/stream/topics";
import { readUnacknowledged } from "@/server/market/stream/unacknowledged";

export const heartbeatEveryMs = 15_000;
/** Times are sent at most this often. */
export const checkedEveryMs = maxTimesLagMs;
const progressEveryMs = 1_000;
/** A client without power is found and its place is free after about a minute. TCP itself gives up after a quarter of an hour. */
const acknowledgedEveryMs = 5_000;
/** Evaluating channels yields to the event loop after this time. */
const sliceMs = 8;
/** The longest time between two looks at expiring prices. Node's timers cannot wait for much longer. */
const maxLapseWaitMs = minuteMs;
/** Unsent bytes of all connections of this process, shared bytes counted once. Beyond, the slowest connections are dropped. */
const maxProcessBytes = 256 * 1024 * 1024;
/** Clients of an instance that stops reconnect at random moments within this time. */
export const spreadMs = 10_000;
const minRetryMs = 500;

/** Callbacks for metrics. */
export type StreamObserver = {
  readonly written: (events: number, bytes: number) => void;
  readonly reset: (reason: ResetReason) => void;
  /** Called when a stream has opened or ended, with the number of open streams of this audience. */
  readonly open: (audience: Audience, streams: number) => void;
  /** Called for each evaluation that had events, with the seconds since the board's read. */
  readonly delivered: (seconds: number) => void;
};

export type HubDeps = {
  readonly board: Board;
  /** ms since the epoch, by the database's clock. */
  readonly clock: () => number;
  readonly cursors: Cursors;
  readonly observer?: StreamObserver | undefined;
};

/** A filter whose current state is known. */
export type Subscription = {
  /** The cursor of the state that a new connection gets. */
  readonly cursor: () => string;
  /** Begins to write to a client. The headers have been written. @param resume undefined for a client that has nothing. */
  readonly connect: (sink: ServerResponse, resume: Resume | undefined) => Connection;
  /** Ends a subscription to which nothing was connected. */
  readonly cancel: () => void;
};

export type StreamHub = {
  readonly subscribe: (filter: StreamFilter) => Promise<Subscription>;
  /** Says where prices of these sports change, to pages that read the changed views. Such a subscription has nothing to resume. */
  readonly subscribeToNotices: (sportKeys: readonly string[]) => Promise<Subscription>;
  readonly openStreams: () => number;
  /** Tells all clients to reconnect, and ends their streams. */
  readonly shutDown: () => void;
  readonly close: () => void;
};

/** Pushes the changes of the board to all connections of this process. */
export const createStreamHub = ({ board, clock, cursors, observer }: HubDeps): StreamHub => {
  const snapshots = createSnapshots();
  const groups = new Map<string, Group & { waiting: number }>();
  const channels = new Map<string, { readonly channel: Channel; users: number }>();
  /** The last evaluation that has ended. All live connections have this state. */
  let moment: Moment = { position: noPosition, at: 0 };
  let cursor = "";
  /** Counts evaluations, and loads of the board. */
  let run = 0;
  let loads = 0;
  let isRunning = false;
  let mustRunAgain = false;
  /** The evaluation that was running when a connection opened, if any. */
  const openedIn = new WeakMap<Connection, number>();
  let lapseTimer: NodeJS.Timeout | undefined;
  let timers: NodeJS.Timeout[] = [];

  const setMoment = (reached: Moment): void => {
    moment = reached;
    cursor = cursors.write(board.origin(), reached);
  };

  const noCursor = (): string => cursors.write(board.origin(), { position: noPosition, at: 0 });

  const planLapse = (): void => {
    clearTimeout(lapseTimer);
    let next = Number.POSITIVE_INFINITY;
    for (const { channel } of channels.values()) next = Math.min(next, channel.nextLapse());
    if (next === Number.POSITIVE_INFINITY) return;
    const waitMs = Math.min(Math.max(1, next - clock()), maxLapseWaitMs);
    lapseTimer = setTimeout(() => evaluate(), waitMs);
    lapseTimer.unref();
  };

  const deliver = (batches: ReadonlyMap<Channel, Batch>): void => {
    if (batches.size === 0) return;
    const hasMissed = (connection: Connection): boolean => openedIn.get(connection) === run;
    for (const group of groups.values()) deliverBatches(group, batches, cursor, hasMissed);
  };

  const finish = (batches: ReadonlyMap<Channel, Batch>, reached: Moment, startedAt: number): void => {
    setMoment(reached);
    deliver(batches);
    if (batches.size > 0) observer?.delivered((performance.now() - startedAt) / 1000);
  };

  const nextMoment = (): Moment => ({ position: board.position(), at: Math.max(moment.at, clock()) });

  const evaluateRest = async (
    rest: readonly Channel[],
    batches: Map<Channel, Batch>,
    reached: Moment,
    startedAt: number,
  ): Promise<void> => {
    const load = loads;
    let end = 0;
    for (const channel of rest) {
      if (performance.now() >= end) {
        await yieldToEventLoop();
        end = performance.now() + sliceMs;
      }
      const batch = channel.evaluate(Math.max(reached.at, clock()));
      if (batch !== undefined) batches.set(channel, batch);
    }
    // After a load, the position that was reached means nothing, and all connections get snapshots.
    if (load === loads) finish(batches, reached, startedAt);
    isRunning = false;
    if (mustRunAgain || load !== loads) evaluate();
    else planLapse();
  };

  /** Renders what has changed, and sends it. Synchronous, unless it takes longer than `sliceMs`. */
  const evaluate = (): void => {
    if (isRunning) {
      mustRunAgain = true;
      return;
    }
    isRunning = true;
    mustRunAgain = false;
    run += 1;
    const startedAt = performance.now();
    const reached = nextMoment();
    const batches = new Map<Channel, Batch>();
    const all = [...channels.values()].map(({ channel }) => channel);
    for (const [index, channel] of all.entries()) {
      if (performance.now() - startedAt > sliceMs) {
        void evaluateRest(all.slice(index), batches, reached, startedAt);
        return;
      }
      const batch = channel.evaluate(reached.at);
      if (batch !== undefined) batches.set(channel, batch);
    }
    finish(batches, reached, startedAt);
    isRunning = false;
    planLapse();
  };

  const sendTimes = (): void => {
    // While an evaluation is running, connections lack some changes, so no event may have an id.
    if (isRunning) return;
    evaluate();
    if (isRunning) return;
    const now = moment.at;
    const checked = new Map<Channel, Buffer>();
    const since = new Map<Channel, number>();
    for (const { channel } of channels.values()) {
      const revision = channel.checkedRevision();
      const event = channel.takeChecked(now);
      if (event === undefined) continue;
      checked.set(channel, event);
      since.set(channel, revision);
    }
    for (const group of groups.values()) deliverTimes(group, checked, since, cursor);
  };

  const sendHeartbeats = (): void => {
    evaluate();
    for (const group of groups.values()) {
      const heartbeat = heartbeatOf(group, cursor, moment.at);
      for (const connection of group.connections) connection.sendIfLive(heartbeat);
    }
  };

  const allConnections = (): Connection[] => [...groups.values()].flatMap((group) => [...group.connections]);

  const checkConnections = (): void => {
    const now = performance.now();
    let bytes = snapshots.heldBytes();
    const connections = allConnections();
    for (const connection of connections) {
      connection.checkProgress(now);
      bytes += connection.unsentBytes();
    }
    if (bytes <= maxProcessBytes) return;
    connections.sort((a, b) => b.unsentBytes() - a.unsentBytes());
    for (const connection of connections) {
      if (bytes <= maxProcessBytes) return;
      const before = snapshots.heldBytes();
      bytes -= connection.unsentBytes();
      observer?.reset("slow");
      connection.drop();
      bytes -= before - snapshots.heldBytes();
    }
  };

  const checkAcknowledged = async (): Promise<void> => {
    const unacknowledged = await readUnacknowledged();
    const now = performance.now();
    for (const connection of allConnections()) connection.checkAcknowledged(now, unacknowledged);
  };

  const startTimers = (): void => {
    if (timers.length > 0) return;
    timers = [
      setInterval(sendTimes, checkedEveryMs),
      setInterval(sendHeartbeats, heartbeatEveryMs),
      setInterval(checkConnections, progressEveryMs),
      setInterval(() => void checkAcknowledged(), acknowledgedEveryMs),
    ];
    for (const timer of timers) timer.unref();
  };

  const stopTimers = (): void => {
    for (const timer of timers) clearInterval(timer);
    timers = [];
    clearTimeout(lapseTimer);
  };

  const channelOf = (key: string, create: () => Channel): Channel => {
    const held = channels.get(key) ?? { channel: create(), users: 0 };
    held.users += 1;
    channels.set(key, held);
    return held.channel;
  };

  const release = (group: Group & { waiting: number }): void => {
    if (group.connections.size > 0 || group.waiting > 0 || groups.get(group.topic.key) !== group) return;
    groups.delete(group.topic.key);
    for (const key of group.topic.channels.keys()) {
      const held = channels.get(key);
      if (held === undefined) continue;
      held.users -= 1;
      if (held.users === 0) channels.delete(key);
    }
    if (groups.size === 0) stopTimers();
  };

  const reload = async (): Promise<void> => {
    loads += 1;
    const reading = [...channels.values()].map(({ channel }) => channel.reload());
    setMoment({ position: board.position(), at: clock() });
    // At once, because no connection has the state that the new cursor stands for.
    for (const connection of allConnections()) {
      observer?.reset("restarted");
      connection.reset("restarted");
    }
    await Promise.all(reading);
    evaluate();
  };

  const stopListening = board.onRead((isReload) => {
    if (groups.size === 0) return;
    if (isReload) void reload();
    else evaluate();
  });

  const openingOf = (group: Group, resume: Resume | undefined): Opening => {
    if (group.channels.every(({ listed }) => listed === undefined))
      return { kind: "changes", missed: new Map(), timesRevision: undefined };
    if (resume === undefined) return { kind: "snapshots", reset: undefined };
    if (resume.kind === "reset") {
      observer?.reset(resume.reason);
      return { kind: "snapshots", reset: resume.reason };
    }
    const missed = new Map<Channel, readonly string[]>();
    for (const channel of group.channels) {
      if (channel.listed === undefined) continue;
      const { sportKey, query } = channel.listed;
      const { changed, gone } = changesSince(board, sportKey, query, resume, moment.at);
      const ids = [...gone, ...changed].map(({ id }) => id);
      if (ids.length > 0) missed.set(channel, ids);
    }
    return { kind: "changes", missed, timesRevision: resume.timesRevision };
  };

  const noteOpen = ({ audience }: Topic): void => {
    let streams = 0;
    for (const group of groups.values())
      if (group.topic.audience === audience) streams += group.connections.size;
    observer?.open(audience, streams);
  };

  const connect = (group: Group & { waiting: number }, sink: ServerResponse, resume: Resume | undefined) => {
    const connection = createConnection(
      sink,
      group.channels,
      {
        board,
        snapshots,
        clock: () => Math.max(moment.at, clock()),
        cursor: () => cursor,
        noCursor,
        observeReset: (reason) => observer?.reset(reason),
        written: (events, bytes) => observer?.written(events, bytes),
      },
      openingOf(group, resume),
    );
    if (isRunning) openedIn.set(connection, run);
    group.connections.add(connection);
    noteOpen(group.topic);
    sink.on("close", () => {
      group.connections.delete(connection);
      noteOpen(group.topic);
      release(group);
    });
    return connection;
  };

  const subscribeTo = async (topic: Topic): Promise<Subscription> => {
    const group = groups.get(topic.key) ?? {
      topic,
      channels: [...topic.channels].map(([key, create]) => channelOf(key, create)),
      connections: new Set<Connection>(),
      waiting: 0,
    };
    groups.set(topic.key, group);
    group.waiting += 1;
    startTimers();
    const leave = (): void => {
      group.waiting -= 1;
      release(group);
    };
    try {
      await Promise.all(group.channels.map((channel) => channel.ready()));
    } catch (error) {
      leave();
      throw error;
    }
    evaluate();
    return {
      cursor: () => cursor,
      connect: (sink, resume) => {
        evaluate();
        const connection = connect(group, sink, resume);
        leave();
        return connection;
      },
      cancel: leave,
    };
  };

  return {
    subscribe: (filter) => subscribeTo(pricesTopic(board, clock, filter)),
    subscribeToNotices: (sportKeys) => subscribeTo(noticesTopic(board, sportKeys)),
    openStreams: () => allConnections().length,
    shutDown: () => {
      // A client with this id gets snapshots when it reconnects, whether it has kept its prices or not.
      const none = idField(noCursor());
      for (const connection of allConnections()) {
        const retryMs = Math.round(minRetryMs + Math.random() * (spreadMs - minRetryMs));
        observer?.reset("shutdown");
        connection.end(Buffer.concat([none, Buffer.from(`retry: ${retryMs}\n`), resetEvent("shutdown")]));
      }
    },
    close: () => {
      stopListening();
      stopTimers();
      for (const connection of allConnections()) connection.drop();
    },
  };
};
