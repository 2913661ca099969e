import { concerns, type Notice, type ViewScope } from "@/app/(site)/live/stream/notice";

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

/** The sport and the fixture of a view, from its parameters and, if the fixture has another id now, from the view itself. */
const scopeOf = (input: object, view: unknown): ViewScope => {
  const { sport, event } = input as { readonly sport?: string; readonly event?: string };
  const { id } = (view ?? {}) as { readonly id?: string };
  return { sport, ...(event !== undefined && { ids: id === undefined ? [event] : [event, id] }) };
};

/** The stream that this tab follows. */
export const screenStream = {
  /** The notice with which the stream opened, with the cursor of the last one. Undefined while there is no stream. */
  live: (): LiveNotice | undefined => live,
  publish,
  /** Whether changes of a view are announced. @param input the parameters of the view. */
  isLive: (input: object): boolean => {
    const { sport } = scopeOf(input, undefined);
    return live !== undefined && (sport === undefined || live.sports.includes(sport));
  },
  /** Whether a view may differ from what was read before the notice. */
  concerns: (notice: Notice, input: object, view: unknown): boolean => concerns(notice, scopeOf(input, view)),
  /** The cursor of the last notice. */
  cursor: (): string | undefined => live?.cursor,
  /** @returns a function that ends the subscription. */
  subscribe: (listener: (notice: Notice) => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export type ScreenStream = typeof screenStream;
