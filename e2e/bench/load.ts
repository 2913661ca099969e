import autocannon from "autocannon";

export type Load = {
  readonly perSecond: number;
  /** ms */
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 2xx, and connections that broke. Anything but 0 makes the figure worthless. */
  readonly failed: number;
};

export type Target = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type LoadOptions = {
  readonly seconds: number;
  readonly callers: number;
  /** Calls a second over all callers; as fast as answers come where absent. */
  readonly rate?: number;
  /** So many calls instead of so many seconds. */
  readonly calls?: number;
};

/** Calls the targets in turn from a number of connections that are kept open. */
export const load = async (targets: Target | readonly Target[], options: LoadOptions): Promise<Load> => {
  const list = [targets].flat() as readonly Target[];
  const [first] = list;
  if (first === undefined) throw new Error("nothing to call");
  const { origin } = new URL(first.url);
  const result = await autocannon({
    url: origin,
    connections: options.callers,
    ...(options.calls === undefined ? { duration: options.seconds } : { amount: options.calls }),
    ...(options.rate !== undefined && { overallRate: options.rate }),
    requests: list.map(({ url, headers }) => ({
      method: "GET",
      path: url.slice(origin.length),
      headers: { ...headers },
    })),
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed,
  };
};
