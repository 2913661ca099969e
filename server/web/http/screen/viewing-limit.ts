import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { TakeShared } from "@/server/account/metering/limits/shared-buckets";
import { hourMs } from "@/server/domain/durations";
import { createAddressLimit, networkOf } from "@/server/web/http/door/address-limit";

/** How many views a viewer can read: `burst` at once, and `perHour` more each hour. A view that has not changed does not count. */
export type ViewingLimits = { readonly burst: number; readonly perHour: number };

/**
 * An open screen usually reads about 720 views an hour, and more when prices are about to expire. So `perHour` lets an account keep one
 * screen open around the clock, and `burst` lets it keep several open for hours. The limit `console` counts a visitor's calls in the
 * docs, not views. It is low, because programs could use the responses of these calls.
 */
export const viewingLimits = {
  account: { burst: 5_000, perHour: 1_000 },
  visitor: { burst: 2_000, perHour: 3_600 },
  console: { burst: 50, perHour: 50 },
} as const satisfies Readonly<Record<string, ViewingLimits>>;
const maxViewers = 50_000;

/** The viewer of a call: an account, or the address of a visitor. All visitors of one network share a limit. */
export type ViewerKey = { readonly kind: keyof typeof viewingLimits; readonly id: string };

export type ViewingLimit = {
  /** Counts a request. @returns false if the viewer sent too many requests in this second. */
  readonly admit: (viewer: ViewerKey) => boolean;
  /** Counts a view that has changed since the viewer last read it. @returns 0, or the seconds to wait if the viewer has no views left. */
  readonly take: (viewer: ViewerKey) => Promise<number>;
};

/** Counts over all instances, in the counter store. `secret` hides the viewers' addresses there, and is the same on every instance. */
type Shared = { readonly take: TakeShared; readonly secret: string };

/**
 * Limits how many views each viewer can read, because views cost no allowance. `now` is in ms.
 * @param shared without it, or while it cannot count, a viewer has a full limit in each process.
 */
export const createViewingLimit = (now: () => number, shared?: Shared): ViewingLimit => {
  const requests = createAddressLimit(now);
  const left = new LRUCache<string, { readonly views: number; readonly at: number }>({ max: maxViewers });

  const nameOf = ({ kind, id }: ViewerKey): string => `${kind} ${kind === "account" ? id : networkOf(id)}`;

  const viewsLeft = (viewer: ViewerKey): number => {
    const { burst, perHour } = viewingLimits[viewer.kind];
    const last = left.get(nameOf(viewer));
    if (last === undefined) return burst;
    const regained = (Math.max(0, now() - last.at) / hourMs) * perHour;
    return Math.min(burst, last.views + regained);
  };

  const add = (viewer: ViewerKey, views: number): void => {
    left.set(nameOf(viewer), { views: viewsLeft(viewer) + views, at: now() });
  };

  const takeShared = async (viewer: ViewerKey): Promise<number> => {
    if (shared === undefined) return 0;
    const holder = createHmac("sha256", shared.secret).update(nameOf(viewer)).digest("base64url");
    const bucket = { name: viewer.kind, ...viewingLimits[viewer.kind] };
    return (await shared.take(bucket, holder)) ?? 0;
  };

  return {
    admit: (viewer) => !requests.charge(nameOf(viewer)).exceeded,
    take: async (viewer) => {
      const views = viewsLeft(viewer);
      // A viewer that this process rejects costs the store nothing: the shared number is not higher.
      if (views < 1) return Math.ceil(((1 - views) * hourMs) / viewingLimits[viewer.kind].perHour / 1000);
      add(viewer, -1);
      const waitSeconds = await takeShared(viewer);
      if (waitSeconds > 0) add(viewer, 1);
      return waitSeconds;
    },
  };
};
