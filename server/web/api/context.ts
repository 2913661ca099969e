import type { Database } from "@/db/connect";
import type { IdentifyKey } from "@/server/account/keys/identify-key";
import type { Admission, Caller, Meter } from "@/server/account/metering/meter";
import type { AnnounceAccountChanged } from "@/server/account/owner/change-terms";
import type { OwnerActions } from "@/server/account/owner/owner-actions";
import type { IdentifySession } from "@/server/account/sign-in/access-token";
import type { WebsiteSession } from "@/server/account/sign-in/find-session";
import type { PageClient } from "@/server/account/sign-in/mail-uses";
import type { NoteUsage } from "@/server/account/usage/usage-days";
import type { PlanName } from "@/server/domain/plans/plans";
import type { Archive } from "@/server/market/archive/archive";
import type { Board } from "@/server/market/board/board";
import type { Cursors } from "@/server/market/board/cursor";
import type { Screen } from "@/server/market/screen/create-screen";
import type { ReadLastChanges } from "@/server/market/screen/last-changes";
import type { ReadSparkline } from "@/server/market/screen/sparklines";

/** What procedures depend on. */
export type ApiServices = {
  readonly board: Board;
  readonly cursors: Cursors;
  readonly archive: Archive;
  readonly meter: Meter;
  readonly db: Database;
  readonly announceAccountChanged: AnnounceAccountChanged;
  readonly noteUsage: NoteUsage;
  readonly identifyKey: IdentifyKey;
  readonly identifySession: IdentifySession;
  /** ms since the epoch. */
  readonly now: () => number;
};

/** The credentials of a call: the headers of a public call, or the account of a website session. */
export type Credentials =
  | {
      readonly kind: "headers";
      /** The X-API-Key header. */
      readonly apiKey: string | undefined;
      /** The Authorization header. */
      readonly authorization: string | undefined;
    }
  | { readonly kind: "account"; readonly accountId: string };

/** What metering adds to a call. */
export type MeteredContext = {
  readonly caller: Caller;
  /** Undefined if the meter admits the call only after the procedure has run. */
  readonly admission: Admission | undefined;
};

/** What the procedures of the odds screen depend on, beyond `ApiServices`. */
export type ScreenServices = {
  readonly screen: Screen;
  readonly readSparkline: ReadSparkline;
  readonly readLastChanges: ReadLastChanges;
  /** Keys of the sports that visitors without an account can view. */
  readonly publicSports: ReadonlySet<string>;
};

/** Who is viewing the odds screen. A visitor without an account has the Free plan. */
export type Viewer = { readonly kind: "account" | "visitor"; readonly plan: PlanName };

/** What the procedures of the website's pages depend on, beyond `ApiServices`. */
export type WebsiteContext = { readonly client: PageClient; readonly ownerActions: OwnerActions };

/** Keep this object small: tRPC copies it in every middleware that adds to the context. */
export type ApiContext = {
  readonly services: ApiServices;
  /** Set on calls of endpoints that need an API key or a session. */
  readonly metered?: MeteredContext | undefined;
  /** Only on calls of the website's own pages. */
  readonly websiteSession?: WebsiteSession | undefined;
  /** Only on calls of the website's own pages. */
  readonly website?: WebsiteContext | undefined;
  /** Only on calls of the odds screen. */
  readonly screen?: (ScreenServices & { readonly viewer: Viewer }) | undefined;
};
