import type { Registry } from "prom-client";
import { feedNames } from "@/server/config";
import { degradedPart } from "@/server/ingest/polling/late-feeds";
import type { BoardObserver } from "@/server/market/board/board";
import { defineBoardMetrics } from "@/server/run/metrics/definitions";
import type { Observers } from "@/server/run/observers";
import { jobNames, jobPart } from "@/server/web/site/job-names";

/** Optional parts: the service runs without them. */
const parts: readonly string[] = [
  "counter_store",
  ...feedNames.filter((feed) => feed !== "demo").map(degradedPart),
  ...jobNames.map(jobPart),
];

type ObservedServices = Parameters<NonNullable<Observers["services"]>>[0];

/**
 * Measures the board. The metrics are defined once the services are open. If a starting process defined them earlier, it would report
 * `oddskeeper_ready` as 0, and its whole instance would count as not ready.
 */
export const createObserveBoard = (
  registry: Registry,
): {
  readonly board: BoardObserver;
  readonly services: NonNullable<Observers["services"]>;
  /** Updates the gauges. */
  readonly refresh: () => void;
} => {
  let opened:
    | { readonly metrics: ReturnType<typeof defineBoardMetrics>; readonly services: ObservedServices }
    | undefined;
  let lastRead = { behind: 0, atSeconds: 0 };

  const refresh = (): void => {
    if (opened === undefined) return;
    const { metrics, services } = opened;
    const { ready, degraded } = services.status();
    metrics.ready.set(ready ? 1 : 0);
    for (const part of parts) metrics.degraded.set({ part }, degraded.includes(part) ? 1 : 0);
    metrics.behind.set(lastRead.behind);
    metrics.lastRead.set(lastRead.atSeconds);
    const size = services.board.measure();
    metrics.fixtures.set(size.fixtures);
    metrics.books.set(size.books);
    metrics.markets.set(size.markets);
    metrics.priceBytes.set(size.priceBytes);
    metrics.responseBytes.set(size.responseBytes);
  };

  return {
    board: {
      read: (behind) => {
        lastRead = { behind, atSeconds: Date.now() / 1000 };
      },
      visible: (seconds) => opened?.metrics.visibleDelay.observe(seconds),
    },
    services: (services) => {
      opened = { metrics: defineBoardMetrics(registry), services };
    },
    refresh,
  };
};
