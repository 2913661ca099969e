import { electLeader } from "@/app/(site)/live/stream/elect-leader";
import type { Notice } from "@/app/(site)/live/stream/notice";
import { openStream } from "@/app/(site)/live/stream/open-stream";

/** A tab that has heard nothing for so long takes the stream for lost. A stream has an event at least every 15 s. */
const maxSilentMs = 45_000;

/** Messages between the tabs. A tab that begins to listen says `hello`, and the leader replies with `welcome`. */
type Message =
  | { readonly kind: "hello" }
  | { readonly kind: "welcome"; readonly notice: Notice }
  | { readonly kind: "notice"; readonly notice: Notice };

type Live = Extract<Notice, { readonly kind: "live" }>;

const listeners = new Set<(notice: Notice) => void>();
let live: Live | undefined;
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

/** Follows the stream while this tab is visible. @returns a function that ends this. */
const follow = (name: string): (() => void) => {
  const channel = new BroadcastChannel(name);
  const send = (message: Message): void => channel.postMessage(message);
  let isLeading = false;

  const leave = electLeader(name, () => {
    isLeading = true;
    const stop = openStream((notice) => {
      send({ kind: "notice", notice });
      publish(notice);
    });
    return () => {
      stop();
      isLeading = false;
    };
  });

  channel.onmessage = ({ data }: MessageEvent<Message>): void => {
    if (data.kind === "hello") {
      if (isLeading && live !== undefined) send({ kind: "welcome", notice: live });
    } else if (data.kind === "notice" || live === undefined) {
      if (live === undefined && data.notice.kind !== "live" && data.notice.kind !== "down")
        send({ kind: "hello" });
      publish(data.notice);
    }
  };
  send({ kind: "hello" });

  return () => {
    leave();
    channel.close();
    publish({ kind: "down" });
  };
};

/**
 * Follows the stream of this browser, which all its tabs share. Only visible tabs take part, so the stream is open while a tab is visible.
 * @param audience tabs of signed-in readers and of visitors have a stream each.
 * @returns a function that ends this.
 */
export const startScreenStream = (audience: "account" | "visitor"): (() => void) => {
  if (typeof EventSource === "undefined" || typeof BroadcastChannel === "undefined") return () => undefined;
  let stop: (() => void) | undefined;
  const update = (): void => {
    if (document.hidden) {
      stop?.();
      stop = undefined;
    } else stop ??= follow(`odds screen ${audience}`);
  };
  const onHide = (): void => {
    stop?.();
    stop = undefined;
  };
  document.addEventListener("visibilitychange", update);
  window.addEventListener("pagehide", onHide);
  window.addEventListener("pageshow", update);
  update();
  return () => {
    document.removeEventListener("visibilitychange", update);
    window.removeEventListener("pagehide", onHide);
    window.removeEventListener("pageshow", update);
    onHide();
  };
};

/** The stream that this tab follows. */
export const screenStream = {
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
