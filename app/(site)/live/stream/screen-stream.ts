import type { Notice } from "@/app/(site)/live/stream/notice";

/** A tab that has heard nothing for so long takes the stream for lost. A stream has an event at least every 15 s. */
const maxSilentMs = 45_000;

export type LiveNotice = Extract<Notice, { readonly kind: "live" }>;

const listeners = new Set<(notice: Notice) => void>();
let live: LiveNotice | undefined;
let watch: ReturnType<typeof setTimeout> | undefined;

const publish = (notice: Notice): void => {
  clearTimeout(watch);
  if (notice.kind === "down") {
    if (live === undefined) return;
    live = undefined;
  } else {
    if (notice.kind === "live") live = notice;
    if (live === undefined) return;
    if ("cursor" in notice) live = { ...live, cursor: notice.cursor };
    watch = setTimeout(() => publish({ kind: "down" }), maxSilentMs);
  }
  for (const listener of listeners) listener(notice);
};

/** The stream that this tab follows. */
export const screenStream = {
  /** The notice with which the stream opened, with the cursor of the last one. Undefined while there is no stream. */
  live: (): LiveNotice | undefined => live,
  publish,
  /** Whether a change in this sport is announced. Undefined: in any sport. */
  isLive: (sport: string | undefined): boolean =>
    live !== undefined && (sport === undefined || live.sports.includes(sport)),
  /** The cursor of the last notice. */
  cursor: (): string | undefined => live?.cursor,
  /** @returns a function that ends the subscription. */
  subscribe: (listener: (notice: Notice) => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
