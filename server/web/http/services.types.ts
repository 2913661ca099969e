import type { Logger } from "pino";
import type { CallLog } from "@/server/account/call-log/create-call-log";
import type { TakeShared } from "@/server/account/metering/limits/shared-buckets";
import type { AccountPages } from "@/server/account/owner/account-pages";
import type { Config } from "@/server/config";
import type { ApiServices, ScreenServices } from "@/server/web/api/context";
import type { OpenScreens } from "@/server/web/http/screen/open-screens";
import type { ObserveCall } from "@/server/web/http/v1/completed-call";
import type { OpenStreams } from "@/server/web/http/v1/open-streams";
import type { BookChecks } from "@/server/web/site/book-checks";
import type { StatusReport } from "@/server/web/site/describe-status";
import type { LegalTexts } from "@/server/web/site/read-legal-texts";

/** What the `/v1` handler needs. */
export type V1Services = ApiServices & {
  readonly config: Pick<Config, "baseUrl" | "docsUrl">;
  readonly log: Pick<Logger, "error">;
  /** Seals entity tags (server/web/http/v1/entity-tag.ts). It must be the same on every instance. */
  readonly tagSecret: string;
  readonly observeCall?: ObserveCall | undefined;
  readonly streams: OpenStreams;
};

/** What the views of the odds screen need. */
export type ScreenCallServices = V1Services & ScreenServices;

export type ServiceStatus = {
  /** Whether the data is loaded and the database is reachable. */
  readonly ready: boolean;
  /** Parts that are down while the service keeps working, such as `counter_store`. */
  readonly degraded: readonly string[];
};

/** Everything that a running instance has. */
export type Services = ApiServices &
  ScreenServices & {
    readonly config: Config;
    readonly log: Logger;
    readonly tagSecret: string;
    readonly streams: OpenStreams;
    readonly screens: OpenScreens;
    readonly observeCall: ObserveCall;
    /** Keeps a call in memory until the call is written to its account's request log. */
    readonly noteCall: CallLog["note"];
    readonly accountPages: AccountPages;
    readonly takeShared: TakeShared;
    readonly legalTexts: LegalTexts;
    readonly status: () => ServiceStatus;
    /** The report of the status page. Never rejects. */
    readonly readStatus: () => Promise<StatusReport>;
    /** Counts the checks of a book in the last hour. Never rejects. */
    readonly readBookChecks: (bookKey: string) => Promise<BookChecks | undefined>;
    readonly close: () => Promise<void>;
  };
