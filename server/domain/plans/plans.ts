export const planNames = ["free", "starter", "growth", "scale", "business"] as const;
export type PlanName = (typeof planNames)[number];

/** A plan's name as a title: `Growth`. */
export const planTitle = (name: PlanName): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export type Plan = {
  readonly requestsPerSecond: number;
  readonly requestsPerPeriod: number;
  readonly props: boolean;
  /** Streams of prices that may be open at the same time. 0: no streams. */
  readonly streams: number;
  /** Browsers that can keep the odds screen open all day, each with several tabs. */
  readonly screens: number;
  /** History covers fixtures that started in the last `historyDays` days. 0: no history. null: no limit. */
  readonly historyDays: number | null;
};

/** Limits and features, from the lowest plan to the highest. */
export const plans: Readonly<Record<PlanName, Plan>> = {
  free: {
    requestsPerSecond: 2,
    requestsPerPeriod: 1_000,
    props: false,
    streams: 0,
    screens: 2,
    historyDays: 0,
  },
  starter: {
    requestsPerSecond: 5,
    requestsPerPeriod: 20_000,
    props: false,
    streams: 0,
    screens: 3,
    historyDays: 0,
  },
  growth: {
    requestsPerSecond: 10,
    requestsPerPeriod: 100_000,
    props: true,
    streams: 2,
    screens: 5,
    historyDays: 0,
  },
  scale: {
    requestsPerSecond: 25,
    requestsPerPeriod: 500_000,
    props: true,
    streams: 10,
    screens: 10,
    historyDays: 14,
  },
  business: {
    requestsPerSecond: 50,
    requestsPerPeriod: 2_000_000,
    props: true,
    streams: 50,
    screens: 20,
    historyDays: null,
  },
};
