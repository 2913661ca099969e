import type { Registry } from "prom-client";
import type { BoardObserver } from "@/server/board/board";
import { defineBoardMetrics } from "@/server/metrics/definitions";
import type { Observers } from "@/server/observers";

/** Every part that can be away while the service goes on. */
const parts = ["counter_store"] as const;

/** Measures the board. What it holds is looked at when Prometheus asks. */
export const createObserveBoard = (
  registry: Registry,
): {
  readonly board: BoardObserver;
  readonly services: NonNullable<Observers["services"]>;
  /** Brings the gauges up to date. */
  readonly refresh: () => void;
} => {
  const metrics = defineBoardMetrics(registry);
  let watched: Parameters<NonNullable<Observers["services"]>>[0] | undefined;
  return {
    board: {
      read: (behind) => {
        metrics.behind.set(behind);
        metrics.lastRead.set(Date.now() / 1000);
      },
      visible: (seconds) => metrics.visibleDelay.observe(seconds),
    },
    services: (services) => {
      watched = services;
    },
    refresh: () => {
      const status = watched?.status() ?? { ready: false, degraded: [] };
      metrics.ready.set(status.ready ? 1 : 0);
      for (const part of parts) metrics.degraded.set({ part }, status.degraded.includes(part) ? 1 : 0);
      if (watched === undefined) return;
      const size = watched.board.measure();
      metrics.fixtures.set(size.fixtures);
      metrics.books.set(size.books);
      metrics.markets.set(size.markets);
      metrics.priceBytes.set(size.priceBytes);
      metrics.answerBytes.set(size.answerBytes);
    },
  };
};
