import type { Registry } from "prom-client";
import { resetReasons } from "@/server/market/stream/events";
import type { StreamObserver } from "@/server/market/stream/hub";
import { audiences } from "@/server/market/stream/topics";
import { defineStreamMetrics } from "@/server/run/metrics/definitions";

/** Counts streams and their events. */
export const createObserveStreams = (registry: Registry): StreamObserver => {
  const { open, events, bytes, resets, lag } = defineStreamMetrics(registry);
  // As in createObserveCalls: the first exported value is 0.
  for (const reason of resetReasons) resets.inc({ reason }, 0);
  for (const audience of audiences) open.set({ audience }, 0);
  return {
    open: (audience, streams) => open.set({ audience }, streams),
    written: (count, size) => {
      events.inc(count);
      bytes.inc(size);
    },
    reset: (reason) => resets.inc({ reason }),
    delivered: (seconds) => lag.observe(seconds),
  };
};
