import type { ServerResponse } from "node:http";
import type { Board } from "@/server/market/board/board";
import type { Batch, Channel } from "@/server/market/stream/channel";
import { idField, type ResetReason, resetEvent, snapshotFrame } from "@/server/market/stream/events";
import type { Snapshots } from "@/server/market/stream/snapshots";
import { nameOf, type Unacknowledged } from "@/server/market/stream/unacknowledged";

/** Events are written directly while a connection has fewer unsent bytes than this. Beyond it, a fixture has one pending state. */
const maxDirectBytes = 64 * 1024;
/** A connection that has more unsent bytes, pending states included, and has not caught up for `maxBehindMs`, gets a reset. */
export const maxUnsentBytes = 256 * 1024;
/** Many prices can change at once. A client that reads at a usual speed has read them after this time. */
export const maxBehindMs = 5_000;
const sliceBytes = 64 * 1024;
/** A connection that reads nothing for so long is dropped. */
export const maxStalledMs = 30_000;
/** A connection that ends has this time to read its last event. */
const maxEndMs = 400;

/** What a connection needs of the hub. */
export type ConnectionDeps = {
  readonly board: Pick<Board, "oddsListAt">;
  readonly snapshots: Snapshots;
  readonly clock: () => number;
  /** The cursor of the state that all live connections have. */
  readonly cursor: () => string;
  /** A cursor that no instance continues from, so its client gets snapshots. */
  readonly noCursor: () => string;
  readonly observeReset: (reason: ResetReason) => void;
  readonly written: (events: number, bytes: number) => void;
};

export type Connection = {
  /** Whether the client has everything up to the hub's cursor. */
  readonly isLive: () => boolean;
  /** Sends events to a live connection. `whole` contains the events of all batches, with an id. */
  readonly send: (whole: Buffer, events: number, batches: ReadonlyMap<Channel, Batch>) => void;
  /** Notes batches that the connection has not received, so that it gets the current state of their fixtures. */
  readonly miss: (batches: ReadonlyMap<Channel, Batch>) => void;
  /** Sends times to a live connection. Notes for the others from which revision on times are missing. */
  readonly sendTimes: (whole: Buffer, events: number, since: ReadonlyMap<Channel, number>) => void;
  /** Sends an event to a live connection; the others do without it. */
  readonly sendIfLive: (event: Buffer) => void;
  /** Discards what is pending, tells the client, and sends snapshots. */
  readonly reset: (reason: ResetReason) => void;
  /** Sends a last event and ends. */
  readonly end: (last: Buffer) => void;
  readonly drop: () => void;
  readonly unsentBytes: () => number;
  /** Drops the connection if it has read nothing for `maxStalledMs`. `now` is monotonic. */
  readonly checkProgress: (now: number) => void;
  /** Drops the connection if its client has acknowledged nothing for `maxStalledMs`, although it should. `now` is monotonic. */
  readonly checkAcknowledged: (now: number, unacknowledged: Unacknowledged) => void;
};

/** What a new connection has to get. `missed`: ids by channel. */
export type Opening =
  | { readonly kind: "snapshots"; readonly reset: ResetReason | undefined }
  | {
      readonly kind: "changes";
      readonly missed: ReadonlyMap<Channel, readonly string[]>;
      /** The client may lack the times of checks after this revision. Undefined if it lacks none. */
      readonly timesRevision: number | undefined;
    };

/** Writes the events of one client as fast as the client reads. Memory per client is bounded, whatever the client does. */
export const createConnection = (
  sink: ServerResponse,
  channels: readonly Channel[],
  deps: ConnectionDeps,
  opening: Opening,
): Connection => {
  /** Parts of an event that is being written, and how far. */
  let parts: Uint8Array[] = [];
  let offset = 0;
  let isLoading = false;
  let waitingReset: ResetReason | undefined;
  let unsnapped: Channel[] = [];
  /** Channels whose snapshot has begun. Only their changes are noted. */
  const snapped = new Set<Channel>();
  const pending = new Map<Channel, Set<string>>();
  const missedTimes = new Map<Channel, number>();
  /** The revisions of the board at which pending fixtures were sent, since the connection was last live. */
  const sentAt = new Map<string, number>();
  let pendingBytes = 0;
  let isLive = false;
  let isCatchingUp = true;
  let isEnded = false;
  let sentBytes = 0;
  let progressAt = performance.now();
  let acknowledgedBytes = 0;
  let acknowledgedAt = performance.now();
  let liveAt = performance.now();

  const hasPending = (): boolean => pending.size > 0 || missedTimes.size > 0;

  const write = (bytes: Uint8Array): void => {
    sink.write(bytes);
  };

  const beginSnapshots = (): void => {
    snapped.clear();
    unsnapped = channels.filter(({ listed }) => listed !== undefined);
    for (const channel of channels) if (channel.listed === undefined) snapped.add(channel);
  };

  const beginReset = (reason: ResetReason): void => {
    pending.clear();
    missedTimes.clear();
    pendingBytes = 0;
    beginSnapshots();
    isCatchingUp = true;
    isLive = false;
    waitingReset = reason;
  };

  const note = (channel: Channel, ids: Iterable<string>): void => {
    const noted = pending.get(channel) ?? new Set<string>();
    for (const id of ids) {
      if (noted.has(id)) continue;
      noted.add(id);
      pendingBytes += channel.bytesOf(id);
    }
    pending.set(channel, noted);
  };

  const beginSnapshot = (channel: Channel): void => {
    const { listed } = channel;
    if (listed === undefined) return;
    const start = (bytes: Uint8Array): void => {
      isLoading = false;
      if (isEnded || waitingReset !== undefined) return;
      snapped.add(channel);
      const { before, after } = snapshotFrame(listed.sportKey);
      const isLast = unsnapped.length === 0 && !hasPending();
      const id = isLast ? [idField(deps.cursor())] : [];
      parts = [...id, before, bytes, after];
      deps.snapshots.hold(bytes);
      deps.written(1, bytes.byteLength + before.length + after.length);
    };
    const list = deps.board.oddsListAt(listed.sportKey, listed.query);
    if (!(list instanceof Promise)) {
      start(deps.snapshots.bytesOf(list.rendered));
      return;
    }
    isLoading = true;
    list.then(
      ({ rendered }) => {
        start(deps.snapshots.bytesOf(rendered));
        pump();
      },
      () => drop(),
    );
  };

  /** Writes the next slice of the event in progress. */
  const writeSlice = (): void => {
    const [part] = parts;
    if (part === undefined) return;
    const slice = part.subarray(offset, offset + sliceBytes);
    write(slice);
    offset += slice.byteLength;
    if (offset < part.byteLength) return;
    deps.snapshots.release(part);
    parts.shift();
    offset = 0;
  };

  const writePending = (): void => {
    const [entry] = pending;
    const now = deps.clock();
    let event: Buffer | undefined;
    if (entry !== undefined) {
      const [channel, ids] = entry;
      const [id = ""] = ids;
      ids.delete(id);
      if (ids.size === 0) pending.delete(channel);
      event = channel.renderNow(id, now);
      sentAt.set(id, channel.revision());
      pendingBytes = pending.size === 0 ? 0 : Math.max(0, pendingBytes - event.length);
    } else {
      const [missed] = missedTimes;
      if (missed === undefined) return;
      missedTimes.delete(missed[0]);
      event = missed[0].checkedSince(missed[1], sentAt, now);
    }
    if (event === undefined) return;
    if (!hasPending()) write(idField(deps.cursor()));
    write(event);
    deps.written(1, event.length);
  };

  const pump = (): void => {
    while (!isEnded && !isLoading && sink.writableLength < maxDirectBytes) {
      if (parts.length > 0) writeSlice();
      else if (waitingReset !== undefined) {
        const event = resetEvent(waitingReset);
        waitingReset = undefined;
        // The client discards everything now. If it were cut off and continued from an earlier cursor, it would get only the changes.
        write(idField(deps.noCursor()));
        write(event);
        deps.written(1, event.length);
      } else if (unsnapped.length > 0) {
        const channel = unsnapped.shift();
        if (channel !== undefined) beginSnapshot(channel);
      } else if (hasPending()) writePending();
      else {
        isLive = true;
        isCatchingUp = false;
        sentAt.clear();
        return;
      }
    }
  };

  const checkSize = (): void => {
    if (isCatchingUp || performance.now() - liveAt < maxBehindMs) return;
    if (sink.writableLength + pendingBytes <= maxUnsentBytes) return;
    deps.observeReset("slow");
    beginReset("slow");
  };

  /** Whether so many bytes can be written at once. Otherwise their fixtures wait as pending states. */
  const isRoomFor = (bytes: number): boolean =>
    sink.writableLength < maxDirectBytes && sink.writableLength + bytes <= maxUnsentBytes;

  const fallBehind = (): void => {
    if (isLive) liveAt = performance.now();
    isLive = false;
  };

  const miss = (batches: ReadonlyMap<Channel, Batch>): void => {
    fallBehind();
    for (const channel of channels) {
      const batch = batches.get(channel);
      if (batch !== undefined && snapped.has(channel)) note(channel, batch.ids);
    }
    checkSize();
    pump();
  };

  const releaseParts = (): void => {
    for (const part of parts) deps.snapshots.release(part);
    parts = [];
  };

  const drop = (): void => {
    isEnded = true;
    isLive = false;
    releaseParts();
    sink.destroy();
  };

  if (opening.kind === "snapshots") {
    beginSnapshots();
    waitingReset = opening.reset;
  } else {
    for (const channel of channels) {
      snapped.add(channel);
      const ids = opening.missed.get(channel) ?? [];
      if (ids.length > 0) note(channel, ids);
      if (opening.timesRevision === undefined) continue;
      const pendingIds = new Map(ids.map((id) => [id, Number.POSITIVE_INFINITY]));
      if (channel.checkedSince(opening.timesRevision, pendingIds, deps.clock()) !== undefined)
        missedTimes.set(channel, opening.timesRevision);
    }
  }
  sink.on("drain", pump);
  sink.on("close", () => {
    isEnded = true;
    isLive = false;
    releaseParts();
  });
  pump();

  return {
    isLive: () => isLive,
    send: (whole, events, batches) => {
      if (isEnded) return;
      if (!isLive || !isRoomFor(whole.length)) {
        miss(batches);
        return;
      }
      sink.write(whole);
      deps.written(events, whole.length);
      // Until the client has read some of it, further events wait as pending states.
      if (sink.writableLength >= maxDirectBytes) fallBehind();
    },
    miss,
    sendTimes: (whole, events, since) => {
      if (isEnded) return;
      if (isLive && isRoomFor(whole.length)) {
        sink.write(whole);
        deps.written(events, whole.length);
        return;
      }
      fallBehind();
      for (const channel of channels) {
        const revision = since.get(channel);
        if (revision === undefined || !snapped.has(channel)) continue;
        missedTimes.set(channel, Math.min(revision, missedTimes.get(channel) ?? revision));
      }
      pump();
    },
    sendIfLive: (event) => {
      if (isEnded || !isLive) return;
      sink.write(event);
      deps.written(1, event.length);
    },
    reset: (reason) => {
      if (isEnded) return;
      beginReset(reason);
      pump();
    },
    end: (last) => {
      if (isEnded) return;
      const isBetweenEvents = parts.length === 0;
      isEnded = true;
      isLive = false;
      // A last event in the middle of another one would be read as a part of it.
      if (isBetweenEvents) sink.end(last);
      else sink.destroy();
      releaseParts();
      setTimeout(() => sink.destroy(), maxEndMs).unref();
    },
    drop,
    unsentBytes: () => sink.writableLength,
    checkProgress: (now) => {
      const { socket } = sink;
      const total = socket === null ? 0 : (socket.bytesWritten ?? 0) - socket.writableLength;
      if (total !== sentBytes || sink.writableLength === 0) {
        sentBytes = total;
        progressAt = now;
      } else if (now - progressAt > maxStalledMs) drop();
    },
    checkAcknowledged: (now, unacknowledged) => {
      const { socket } = sink;
      const name = socket === null ? undefined : nameOf(socket);
      if (socket === null || name === undefined) return;
      const bytes = unacknowledged.get(name) ?? 0;
      const total = (socket.bytesWritten ?? 0) - socket.writableLength - bytes;
      if (bytes === 0 || total !== acknowledgedBytes) {
        acknowledgedBytes = total;
        acknowledgedAt = now;
      } else if (now - acknowledgedAt > maxStalledMs) drop();
    },
  };
};
