import type { Registry } from "prom-client";
import type { BoardObserver } from "@/server/board/board";
import { defineBoardMetrics } from "@/server/metrics/definitions";
import type { Observers } from "@/server/observers";

/** Every part that can be away while the service goes on. */
const parts = ["counter_store"] as const;

type Watched = Parameters<NonNullable<Observers["services"]>>[0];

/**
 * Measures the board. What it holds is looked at when Prometheus asks. Its metrics exist once the services do: a process that is
 * starting takes no calls, and must not look like one that is not ready.
 */
export const createObserveBoard = (
  registry: Registry,
): {
  readonly board: BoardObserver;
  readonly services: NonNullable<Observers["services"]>;
  /** Brings the gauges up to date. */
  readonly refresh: () => void;
} => {
  let opened:
    | { readonly metrics: ReturnType<typeof defineBoardMetrics>; readonly watched: Watched }
    | undefined;
  let lastRead = { behind: 0, atSeconds: 0 };

  const refresh = (): void => {
    if (opened === undefined) return;
    const { metrics, watched } = opened;
    const { ready, degraded } = watched.status();
    metrics.ready.set(ready ? 1 : 0);
    for (const part of parts) metrics.degraded.set({ part }, degraded.includes(part) ? 1 : 0);
    metrics.behind.set(lastRead.behind);
    metrics.lastRead.set(lastRead.atSeconds);
    const size = watched.board.measure();
    metrics.fixtures.set(size.fixtures);
    metrics.books.set(size.books);
    metrics.markets.set(size.markets);
    metrics.priceBytes.set(size.priceBytes);
    metrics.answerBytes.set(size.answerBytes);
  };

  return {
    board: {
      read: (behind) => {
        lastRead = { behind, atSeconds: Date.now() / 1000 };
      },
      visible: (seconds) => opened?.metrics.visibleDelay.observe(seconds),
    },
    services: (watched) => {
      opened = { metrics: defineBoardMetrics(registry), watched };
    },
    refresh,
  };
};
