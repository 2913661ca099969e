import type { ObserveOperation } from "@/db/observe-queries";
import type { ObserveVenue } from "@/server/ingest/polling/run-venues";
import type { Board, BoardObserver } from "@/server/market/board/board";
import type { StreamObserver } from "@/server/market/stream/hub";
import type { ObserveJob } from "@/server/run/jobs/run-jobs";
import type { ServiceStatus } from "@/server/web/http/services.types";
import type { ObserveCall } from "@/server/web/http/v1/completed-call";

/**
 * `alone` is the only process of an instance. `first` is the supervisor, which opens the stores, polls the feeds and starts the workers.
 * `worker` serves calls.
 */
export type ProcessRole = "alone" | "first" | "worker";

/** Callbacks for metrics and the request log. */
export type Observers = {
  readonly call?: ObserveCall;
  readonly counterStore?: ObserveOperation;
  readonly database?: ObserveOperation;
  readonly board?: BoardObserver;
  /** Receives the services whose state is read on each scrape. */
  readonly services?: (services: {
    readonly board: Pick<Board, "measure">;
    readonly status: () => ServiceStatus;
  }) => void;
  readonly feed?: (name: string) => ObserveVenue;
  readonly job?: ObserveJob;
  readonly streams?: StreamObserver;
};
