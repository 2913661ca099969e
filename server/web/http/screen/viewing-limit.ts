import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { TakeShared } from "@/server/account/metering/limits/shared-buckets";
import { type PlanName, plans } from "@/server/domain/plans/plans";
import { addressRequestsPerSecond, networkOf } from "@/server/web/http/door/address-limit";

/** How many tokens a holder has at once, and how many more it gets each hour. */
export type Limit = { readonly burst: number; readonly perHour: number };

const hourSeconds = 3_600;

/**
 * What one browser can read. A visible tab reads its view at most once a second while prices change, and its slow views once a minute. So
 * four visible tabs read less than five views a second, around the clock. Ten restored tabs send about 50 requests at once.
 */
export const browserLimits = {
  /** Views that have changed since the browser read them. */
  views: { burst: 1_000, perHour: 5 * hourSeconds },
  /** All requests, unchanged views and errors included. */
  requests: { burst: 100, perHour: 10 * hourSeconds },
} as const satisfies Readonly<Record<string, Limit>>;

/** Browsers of visitors without an account that can keep the odds screen open all day, in each network. */
export const visitorScreens = 3;

/** A visitor's calls in the docs. It is low, because programs could use the responses of these calls. */
export const consoleLimits = {
  views: { burst: 50, perHour: 50 },
  requests: { burst: addressRequestsPerSecond, perHour: addressRequestsPerSecond * hourSeconds },
} as const satisfies Readonly<Record<string, Limit>>;

const maxViewers = 50_000;

/** The viewer of a call: an account, or the address of a visitor. All visitors of one network share a limit. */
export type ViewerKey =
  | { readonly kind: "account"; readonly id: string; readonly plan: PlanName }
  | { readonly kind: "visitor" | "console"; readonly id: string };

/** How many browsers of a viewer can keep the odds screen open all day. */
export const screensOf = (viewer: ViewerKey): number =>
  viewer.kind === "account" ? plans[viewer.plan].screens : visitorScreens;

/** Names a viewer in this process. All addresses of one network have the same name. */
export const nameOfViewer = ({ kind, id }: ViewerKey): string =>
  `${kind} ${kind === "account" ? id : networkOf(id)}`;

/** A viewer's name for the counter store, which must not contain addresses. */
export const holderOf = (viewer: ViewerKey, secret: string): string =>
  createHmac("sha256", secret).update(nameOfViewer(viewer)).digest("base64url");

export const viewingLimitOf = (viewer: ViewerKey, of: keyof typeof browserLimits): Limit => {
  if (viewer.kind === "console") return consoleLimits[of];
  const { burst, perHour } = browserLimits[of];
  const screens = screensOf(viewer);
  return { burst: burst * screens, perHour: perHour * screens };
};

export type ViewingLimit = {
  /** Counts a request. @returns 0, or the seconds to wait if the viewer sent too many requests. */
  readonly admit: (viewer: ViewerKey) => number;
  /** Counts a view that has changed since the viewer last read it. @returns 0, or the seconds to wait if the viewer has no views left. */
  readonly take: (viewer: ViewerKey) => Promise<number>;
};

/** Counts over all instances, in the counter store. `secret` hides the viewers' addresses there, and is the same on every instance. */
type Shared = { readonly take: TakeShared; readonly secret: string };

/** Token buckets of this process. `now` is in ms. */
const createBuckets = (now: () => number) => {
  const left = new LRUCache<string, { readonly tokens: number; readonly at: number }>({ max: maxViewers });

  const tokensOf = (name: string, { burst, perHour }: Limit): number => {
    const last = left.get(name);
    if (last === undefined) return burst;
    const regained = (Math.max(0, now() - last.at) / 1000 / hourSeconds) * perHour;
    return Math.min(burst, last.tokens + regained);
  };

  const add = (name: string, limit: Limit, tokens: number): void => {
    left.set(name, { tokens: tokensOf(name, limit) + tokens, at: now() });
  };

  return {
    /** Takes a token. @returns 0, or the seconds to wait. */
    take: (name: string, limit: Limit): number => {
      const tokens = tokensOf(name, limit);
      if (tokens < 1) return Math.ceil(((1 - tokens) * hourSeconds) / limit.perHour);
      add(name, limit, -1);
      return 0;
    },
    giveBack: (name: string, limit: Limit): void => add(name, limit, 1),
  };
};

/**
 * Limits how much each viewer can read, because views cost no allowance. The limits count browsers and follow the plan. `now` is in ms.
 * @param shared without it, or while it cannot count, a viewer has a full limit in each process.
 */
export const createViewingLimit = (now: () => number, shared?: Shared): ViewingLimit => {
  const requests = createBuckets(now);
  const views = createBuckets(now);

  const takeShared = async (viewer: ViewerKey, limit: Limit): Promise<number> => {
    if (shared === undefined) return 0;
    const name = viewer.kind === "account" ? `${viewer.kind}-${viewer.plan}` : viewer.kind;
    return (await shared.take({ name, ...limit }, holderOf(viewer, shared.secret))) ?? 0;
  };

  return {
    admit: (viewer) => requests.take(nameOfViewer(viewer), viewingLimitOf(viewer, "requests")),
    take: async (viewer) => {
      const [name, limit] = [nameOfViewer(viewer), viewingLimitOf(viewer, "views")];
      // A viewer that this process rejects costs the store nothing: the shared number is not higher.
      const ownWait = views.take(name, limit);
      if (ownWait > 0) return ownWait;
      const waitSeconds = await takeShared(viewer, limit);
      if (waitSeconds > 0) views.giveBack(name, limit);
      return waitSeconds;
    },
  };
};
