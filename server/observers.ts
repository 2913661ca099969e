import type { ObserveOperation } from "@/db/observe-queries";
import type { Board, BoardObserver } from "@/server/board/board";
import type { ObserveCall } from "@/server/http/answered-call";
import type { ServiceStatus } from "@/server/http/services-type";
import type { ObserveFeed } from "@/server/recorder/run-feed";

/** `alone`: does everything. `first`: keeps feeds and stores for workers that serve. `worker`: serves. */
export type ProcessRole = "alone" | "first" | "worker";

/** Who watches a process. The rooms tell what happens in them and know nobody here; what is absent costs nothing. */
export type Observers = {
  readonly call?: ObserveCall;
  readonly counterStore?: ObserveOperation;
  readonly database?: ObserveOperation;
  readonly board?: BoardObserver;
  /** Takes what has a state that can be read at any time. */
  readonly services?: (services: {
    readonly board: Pick<Board, "measure">;
    readonly status: () => ServiceStatus;
  }) => void;
  readonly feed?: (name: string) => ObserveFeed;
};
