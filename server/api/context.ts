import type { WebsiteSession } from "@/server/accounts/find-session";
import type { Website } from "@/server/accounts/website";
import type { AccountKeys, IdentifySession } from "@/server/api/account-keys-service";
import type { Archive } from "@/server/archive/archive";
import type { Board } from "@/server/board/board";
import type { Admission, Caller, Meter } from "@/server/metering/meter";

/** The rooms that procedures call. */
export type ApiServices = {
  readonly board: Board;
  readonly archive: Archive;
  readonly meter: Meter;
  readonly accountKeys: AccountKeys;
  readonly identifySession: IdentifySession;
  /** ms since the epoch. */
  readonly now: () => number;
};

export type WebsiteCall = {
  readonly session: WebsiteSession;
  readonly verbs: Pick<Website, "createToken" | "revokeToken">;
};

/** Who calls: the headers of a public call, or the account of a website session. */
export type Credentials =
  | {
      readonly kind: "headers";
      /** The X-API-Key header. */
      readonly apiKey: string | undefined;
      /** The Authorization header. */
      readonly authorization: string | undefined;
    }
  | { readonly kind: "account"; readonly accountId: string };

/** What became known about a call while it ran: the headers of its answer are made from it, whatever the answer is. */
export type CallRecord = {
  caller: Caller | undefined;
  admission: Admission | undefined;
};

/** One call, as far as procedures ask. */
export type CallFacts = {
  readonly requestId: string;
  readonly credentials: Credentials;
  /** HEAD costs nothing but needs a unit left. */
  readonly head: boolean;
  /** Whether the client's If-None-Match names this entity tag; undefined when it sent none. */
  readonly clientHas: ((etag: string) => boolean) | undefined;
  readonly record: CallRecord;
};

/** Few fields: tRPC copies them at every step of a procedure. */
export type ApiContext = {
  readonly services: ApiServices;
  readonly call: CallFacts;
  /** On calls of the website's own pages: the session, and what only a person who is signed in may do. */
  readonly website?: WebsiteCall | undefined;
};

export const newCallRecord = (): CallRecord => ({ caller: undefined, admission: undefined });
