import type { Notice } from "@/app/(site)/live/stream/notice";
import { minuteMs } from "@/server/domain/durations";

const path = "/api/screen/stream";
/** The stream has an event at least every 15 s. */
const maxSilentMs = 40_000;
const minPauseMs = 1_000;
const maxPauseMs = minuteMs;

/**
 * Opens the stream of the odds screen, and opens it again whenever it ends. While it is not open, `receive` has got `down`.
 * @returns a function that ends this.
 */
export const openStream = (receive: (notice: Notice) => void): (() => void) => {
  let source: EventSource | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };

  /** Browsers would also reconnect by themselves, but not after every failure. */
  const fail = (): void => {
    close();
    receive({ kind: "down" });
    const pauseMs = Math.min(maxPauseMs, minPauseMs * 2 ** failures);
    failures += 1;
    // The random part prevents many browsers from returning at the same moment.
    timer = setTimeout(open, pauseMs * (0.5 + Math.random()));
  };

  const open = (): void => {
    const opened = new EventSource(path);
    source = opened;
    const listen = (name: string, toNotice: (data: string, cursor: string) => Notice): void =>
      opened.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        if (source !== opened) return;
        wait();
        receive(toNotice(data, lastEventId));
      });
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(fail, maxSilentMs);
    };
    listen("live", (data) => ({ kind: "live", ...JSON.parse(data) }));
    listen("changed", (data, cursor) => ({ kind: "changed", ...JSON.parse(data), cursor }));
    listen("checked", (data, cursor) => ({ kind: "checked", ...JSON.parse(data), cursor }));
    listen("heartbeat", (data, cursor) => {
      failures = 0;
      return { kind: "confirmed", at: Date.parse(JSON.parse(data).as_of), cursor };
    });
    listen("reset", () => ({ kind: "reset" }));
    opened.onerror = fail;
    wait();
  };

  open();
  return () => {
    close();
    receive({ kind: "down" });
  };
};
