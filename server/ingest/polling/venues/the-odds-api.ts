import { canonicalMarketKey, findMarket, isLegalFor } from "@/server/domain/catalogue/markets";
import { findSport } from "@/server/domain/catalogue/sports";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type { ReadItem } from "@/server/ingest/feeds/reader";
import { readOdds } from "@/server/ingest/feeds/the-odds-api/read-the-odds-api";
import { isObject } from "@/server/ingest/feeds/untrusted";
import { buildUrl } from "@/server/ingest/polling/build-url";
import type { CreditBudget, VendorCounts } from "@/server/ingest/polling/credit-budget";
import { createRefreshed } from "@/server/ingest/polling/refreshed";
import type { PollContext, Venue, VenueResponse } from "@/server/ingest/polling/venue";
import { VenueError } from "@/server/ingest/polling/venue-error";
import {
  type Attempt,
  ceilingAt,
  creditsPerDay,
  dueJobs,
  type Job,
} from "@/server/ingest/polling/venues/odds-plan";

export type TheOddsApiConfig = {
  readonly url: string;
  /** The API key. It is part of every request's query, so no URL of this venue may be logged. */
  readonly key: string;
  readonly regions: readonly string[];
  /** The vendor's market keys. Markets outside `featuredMarkets` are requested event by event. */
  readonly markets: readonly string[];
  readonly monthlyCredits: number;
};
const pollSeconds = 60;
const featuredMarkets: ReadonlySet<string> = new Set(["h2h", "spreads", "totals"]);
/** Unspent credits accrue up to this part of a day's credits, or up to the cost of the most expensive call, whichever is more. */
const burstPart = 1 / 12;

type SlateEvent = { readonly id: string; readonly startMs: number };
/** The listed events of each active sport, by sport key. */
type Slate = ReadonlyMap<string, readonly SlateEvent[]>;

const countIn = (headers: Headers, name: string): number | undefined => {
  const text = headers.get(name) ?? "";
  return /^\d{1,9}(\.0+)?$/.test(text) ? Number(text) : undefined;
};

const countsOf = (headers: Headers): VendorCounts => ({
  cost: countIn(headers, "x-requests-last"),
  used: countIn(headers, "x-requests-used"),
  remaining: countIn(headers, "x-requests-remaining"),
});

/** The credit counts in the response to a failed call; undefined if the response states neither the cost nor the used credits. */
const countsOfError = (error: unknown): VendorCounts | undefined => {
  if (!(error instanceof VenueError) || error.headers === undefined) return undefined;
  const counts = countsOf(error.headers);
  return counts.used === undefined && counts.cost === undefined ? undefined : counts;
};

const readSlateEvent = (event: unknown): SlateEvent[] => {
  if (!isObject(event) || typeof event.id !== "string" || typeof event.commence_time !== "string") return [];
  const startMs = parseTime(event.commence_time);
  return Number.isNaN(startMs) ? [] : [{ id: event.id, startMs }];
};

/** Whether the sport has the market. */
const existsIn = (sportKey: string, key: string): boolean => {
  const sport = findSport(sportKey);
  const market = findMarket(canonicalMarketKey(key));
  return sport !== undefined && market !== undefined && isLegalFor(market, sport);
};

const jobsOf = (slate: Slate, { regions, markets }: TheOddsApiConfig): Job[] =>
  [...slate].flatMap(([sport, events]) => {
    const own = markets.filter((key) => existsIn(sport, key));
    const featured = own.filter((key) => featuredMarkets.has(key)).length;
    const additional = own.length - featured;
    const whole: Job = {
      key: sport,
      sport,
      eventId: undefined,
      startsMs: events.map(({ startMs }) => startMs),
      cost: featured * regions.length,
    };
    const single = events.map(
      ({ id, startMs }): Job => ({
        key: `${sport} ${id}`,
        sport,
        eventId: id,
        startsMs: [startMs],
        cost: additional * regions.length,
      }),
    );
    return [...(featured > 0 ? [whole] : []), ...(additional > 0 ? single : [])];
  });

/** Whether the vendor rejects a region or market of this call. If so, other calls can still succeed. */
const concernsOneCall = ({ status }: VenueError): boolean => status === 422;

const isGone = ({ eventId }: Job, { status }: VenueError): boolean => eventId !== undefined && status === 404;

/**
 * The Odds API v4. The lists of sports and events are free. Calls for prices cost credits, so each of them first reserves an upper bound of
 * its cost. These calls are spread over the month and the listed events. There is only one shard, because all calls share one budget.
 */
export const createTheOddsApi = (config: TheOddsApiConfig, budget: CreditBudget): Venue => {
  const { url: base, key, regions, markets, monthlyCredits } = config;
  const refreshSlate = createRefreshed<Slate>(15 * minuteMs, 2 * hourMs);
  const attempts = new Map<string, Attempt>();
  /**
   * The signals under which `budget.recover` has run. A new signal means that this instance has begun to poll again, after another one may
   * have polled.
   */
  const recoveredUnder = new WeakSet<AbortSignal>();
  /**
   * The failure of the last charged call; undefined if that call succeeded. A poll that makes no charged call throws this failure
   * again: the success of its free calls does not show that charged calls would succeed.
   */
  let lastFailure: VenueError | undefined;
  /**
   * True after a failure that may concern all calls. The next poll then begins with a free call. If the free call fails, the poll ends
   * at no cost. If the free call succeeds, its response states all credits used, including those of calls that got no response.
   */
  let mustProbe = false;
  let bucket: { readonly credits: number; readonly at: number } | undefined;

  const urlOf = (path: string, parameters: Readonly<Record<string, string>> = {}): URL =>
    buildUrl(base, path, { apiKey: key, ...parameters });

  const getFree = async (path: string, { fetchJson, now }: PollContext): Promise<readonly unknown[]> => {
    const { json, headers } = await fetchJson({ url: urlOf(path) });
    await budget.settle(0, countsOf(headers), now());
    if (!Array.isArray(json)) throw new VenueError("unexpected", urlOf(path), "the body is not a list");
    return json;
  };

  const loadSlate = async (context: PollContext): Promise<Slate> => {
    const slate = new Map<string, readonly SlateEvent[]>();
    for (const sport of await getFree("/sports", context)) {
      const sportKey = isObject(sport) && sport.active === true ? sport.key : undefined;
      if (typeof sportKey !== "string" || findSport(sportKey) === undefined) continue;
      const events = await getFree(`/sports/${sportKey}/events`, context);
      slate.set(sportKey, events.flatMap(readSlateEvent));
    }
    return slate;
  };

  const callJob = async ({ sport, eventId, cost }: Job, context: PollContext): Promise<VenueResponse> => {
    const isFeatured = (market: string): boolean => featuredMarkets.has(market);
    const wanted = markets.filter(
      (market) => existsIn(sport, market) && isFeatured(market) === (eventId === undefined),
    );
    const path =
      eventId === undefined
        ? `/sports/${sport}/odds`
        : `/sports/${sport}/events/${encodeURIComponent(eventId)}/odds`;
    const url = urlOf(path, {
      regions: regions.join(","),
      markets: wanted.join(","),
      oddsFormat: "decimal",
      dateFormat: "iso",
      includeBetLimits: "true",
      includeSids: "true",
      includeLinks: "true",
    });
    try {
      const response = await context.fetchJson({ url, isCharged: true });
      context.countCredits(await budget.settle(cost, countsOf(response.headers), context.now()));
      return response;
    } catch (error) {
      context.countCredits(await budget.settle(cost, countsOfError(error), context.now()));
      throw error;
    }
  };

  /** The credits available now. They accrue at an even rate, up to `burst`. */
  const accrue = (perDay: number, highestCost: number, nowMs: number): number => {
    const burst = Math.max(perDay * burstPart, highestCost);
    const accrued =
      bucket === undefined ? burst : bucket.credits + (perDay * (nowMs - bucket.at)) / (24 * hourMs);
    return Math.min(burst, accrued);
  };

  /** The response to a job's call; undefined if the job's event no longer exists. @throws VenueError */
  const attempt = async (
    job: Job,
    context: PollContext,
    nowMs: number,
  ): Promise<VenueResponse | undefined> => {
    const { failures = 0 } = attempts.get(job.key) ?? {};
    attempts.set(job.key, { at: nowMs, failures: failures + 1 });
    const response = await callJob(job, context).catch((error: unknown) => {
      if (error instanceof VenueError && isGone(job, error)) return undefined;
      throw error;
    });
    attempts.set(job.key, { at: nowMs, failures: 0 });
    return response;
  };

  /** Recovers the credit counts if necessary, and loads the slate. Costs no credits. */
  const prepare = async (context: PollContext): Promise<Slate> => {
    if (!recoveredUnder.has(context.signal)) await budget.recover(context.now());
    recoveredUnder.add(context.signal);
    if (mustProbe) await getFree("/sports", context);
    mustProbe = false;
    return refreshSlate(context.now(), () => loadSlate(context));
  };

  const requireCreditsLeft = (left: number, costs: readonly number[]): void => {
    if (costs.length > 0 && left < Math.min(...costs))
      throw new VenueError(
        "unexpected",
        urlOf("/"),
        `${left} of the month's ${monthlyCredits} credits are left, fewer than the cheapest call may cost`,
      );
  };

  const requireVendorCredits = (cost: number, vendorRemaining: number): void => {
    if (cost > vendorRemaining)
      throw new VenueError(
        "unexpected",
        urlOf("/"),
        `the vendor reports only ${vendorRemaining} credits left, fewer than the next call may cost`,
      );
  };

  async function* poll(context: PollContext): AsyncGenerator<readonly ReadItem[]> {
    const slate = await prepare(context);
    const nowMs = context.now();
    const { committed, vendorRemaining = Number.POSITIVE_INFINITY } = await budget.read(nowMs);
    const jobs = jobsOf(slate, config);
    const costs = jobs.map(({ cost }) => cost);
    const left = monthlyCredits - committed;
    requireCreditsLeft(left, costs);
    const perDay = creditsPerDay(left, nowMs);
    const listed = new Set(jobs.map((job) => job.key));
    for (const old of attempts.keys()) if (!listed.has(old)) attempts.delete(old);
    let credits = accrue(perDay, Math.max(0, ...costs), nowMs);
    bucket = { credits, at: nowMs };
    let firstFailure: VenueError | undefined;
    let isIdle = true;
    for (const job of dueJobs(jobs, attempts, perDay, nowMs)) {
      context.signal.throwIfAborted();
      requireVendorCredits(job.cost, vendorRemaining);
      if (job.cost > credits) break;
      if (!(await budget.reserve(job.cost, ceilingAt(monthlyCredits, nowMs), context.now()))) break;
      credits -= job.cost;
      bucket = { credits, at: nowMs };
      isIdle = false;
      try {
        const response = await attempt(job, context, nowMs);
        lastFailure = undefined;
        if (response !== undefined) yield readOdds(response.json);
      } catch (error) {
        if (!(error instanceof VenueError)) throw error;
        lastFailure = error;
        firstFailure ??= error;
        if (concernsOneCall(error)) continue;
        mustProbe = true;
        break;
      }
    }
    const failure = firstFailure ?? (isIdle ? lastFailure : undefined);
    if (failure !== undefined) throw failure;
  }

  return {
    name: "the-odds-api",
    kind: "aggregator",
    shards: [{ name: "all", sports: [] }],
    // The vendor does not document how many calls per second it allows, so this pace is an estimate. If the pace is too fast, the vendor
    // responds with 429, which asks the client to wait a few seconds.
    pace: { minIntervalMs: 250, maxConcurrent: 1 },
    poll: (_, context) => poll(context),
    intervalSeconds: () => pollSeconds,
  };
};
