import type { Registry } from "prom-client";
import { defineStreamMetrics } from "@/server/metrics/definitions";
import { resetReasons } from "@/server/stream/events";
import type { StreamObserver } from "@/server/stream/hub";

/** Counts streams and their events. */
export const createObserveStreams = (registry: Registry): StreamObserver => {
  const { open, events, bytes, resets, lag } = defineStreamMetrics(registry);
  // As in createObserveCalls: the first exported value is 0.
  for (const reason of resetReasons) resets.inc({ reason }, 0);
  return {
    open: (streams) => open.set(streams),
    written: (count, size) => {
      events.inc(count);
      bytes.inc(size);
    },
    reset: (reason) => resets.inc({ reason }),
    delivered: (seconds) => lag.observe(seconds),
  };
};
