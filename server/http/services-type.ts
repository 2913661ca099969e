import type { Logger } from "pino";
import type { Website } from "@/server/accounts/website";
import type { ApiServices } from "@/server/api/context";
import type { Config } from "@/server/config";
import type { ObserveCall } from "@/server/http/answered-call";

/** What the public door needs. */
export type V1Services = ApiServices & {
  readonly config: Pick<Config, "baseUrl" | "docsUrl">;
  readonly log: Pick<Logger, "error">;
  /** Seals entity tags; the same on every instance. */
  readonly tagSecret: string;
  /** Takes every answered call; undefined where nobody watches, which then costs nothing. */
  readonly observeCall?: ObserveCall | undefined;
};

export type ServiceStatus = {
  /** Whether the service can answer: loaded, and with a database. */
  readonly ready: boolean;
  /** Parts that are away while the service goes on without them, such as `counter_store`. */
  readonly degraded: readonly string[];
};

/** Everything that a running instance has. */
export type Services = ApiServices & {
  readonly config: Config;
  readonly log: Logger;
  readonly tagSecret: string;
  readonly observeCall: ObserveCall | undefined;
  readonly website: Website;
  readonly status: () => ServiceStatus;
  readonly close: () => Promise<void>;
};
