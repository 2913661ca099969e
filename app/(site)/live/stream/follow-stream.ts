import { electLeader } from "@/app/(site)/live/stream/elect-leader";
import type { Notice } from "@/app/(site)/live/stream/notice";
import { openStream } from "@/app/(site)/live/stream/open-stream";
import { screenStream } from "@/app/(site)/live/stream/screen-stream";

/** Messages between the tabs. A tab that begins to listen says `hello`, and the leader replies with `welcome`. */
type Message =
  | { readonly kind: "hello" }
  | { readonly kind: "welcome"; readonly notice: Notice }
  | { readonly kind: "notice"; readonly notice: Notice };

/** Follows the stream while this tab is visible. @returns a function that ends this. */
const follow = (name: string): (() => void) => {
  const channel = new BroadcastChannel(name);
  const send = (message: Message): void => channel.postMessage(message);
  let isLeading = false;

  const leave = electLeader(name, () => {
    isLeading = true;
    const stop = openStream((notice) => {
      send({ kind: "notice", notice });
      screenStream.publish(notice);
    });
    return () => {
      stop();
      isLeading = false;
    };
  });

  channel.onmessage = ({ data }: MessageEvent<Message>): void => {
    if (data.kind === "hello") {
      const live = screenStream.live();
      if (isLeading && live !== undefined) send({ kind: "welcome", notice: live });
    } else if (data.kind === "notice" || screenStream.live() === undefined) {
      if (screenStream.live() === undefined && data.notice.kind !== "live" && data.notice.kind !== "down")
        send({ kind: "hello" });
      screenStream.publish(data.notice);
    }
  };
  send({ kind: "hello" });

  return () => {
    leave();
    channel.close();
    screenStream.publish({ kind: "down" });
  };
};

/**
 * Follows the stream of this browser, which all its tabs share. Only visible tabs take part, so the stream is open while a tab is visible.
 * @param audience tabs of signed-in readers and of visitors have a stream each.
 * @returns a function that ends this.
 */
export const followStream = (audience: "account" | "visitor"): (() => void) => {
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
