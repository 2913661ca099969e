"use client";

import { createContext, useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { serverClock } from "@/app/(site)/live/server-clock";

/**
 * The time (ms) at which the server rendered the page. The browser's first render uses the same time, because both renders must be equal.
 */
export const RenderedAt = createContext(0);

const useBrowserEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;

/** The longest delay of `setTimeout`, about 25 days. */
const maxDelayMs = 2 ** 31 - 1;

/**
 * The server's time (ms), updated at the moments that `nextMoment` returns, and when the page becomes visible.
 * @param nextMoment returns the first moment (ms) after `now` at which the component must render again; undefined for never.
 */
export const useServerTime = (nextMoment: (now: number) => number | undefined): number => {
  const renderedAt = useContext(RenderedAt);
  const [now, setNow] = useState(renderedAt);
  // Runs before the browser draws the page, so that the page never shows a price that the API has already removed.
  useBrowserEffect(() => {
    const update = (): void => setNow((before) => serverClock.now() ?? before);
    // Without flushSync, React would first finish the renders that it has begun, and show the removed price until then.
    const remove = (): void => flushSync(update);
    const current = serverClock.now();
    if (current === undefined) return;
    const next = nextMoment(now);
    if (next !== undefined && next <= current) update();
    const timer =
      next === undefined ? undefined : setTimeout(remove, Math.min(maxDelayMs, Math.max(0, next - current)));
    const onVisible = (): void => {
      if (!document.hidden) update();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  });
  return now;
};

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

const tick = (): void => {
  const now = serverClock.now() ?? 0;
  for (const listener of listeners) listener();
  timer = listeners.size === 0 ? undefined : setTimeout(tick, 1000 - (now % 1000));
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (timer === undefined) timer = setTimeout(tick, 0);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
};

const toSecond = (ms: number): number => 1000 * Math.floor(ms / 1000);

/** The server's time in whole seconds, updated every second, for texts such as `checked 5 s ago` and `in 5 h`. */
export const useServerSecond = (): number => {
  const renderedAt = useContext(RenderedAt);
  return useSyncExternalStore(
    subscribe,
    () => toSecond(serverClock.now() ?? renderedAt),
    () => toSecond(renderedAt),
  );
};
