import { readFileSync } from "node:fs";
import autocannon from "autocannon";

export type Load = {
  readonly perSecond: number;
  /** In ms. */
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the serving process in microseconds per call; NaN if unknown. */
  readonly cpuMicros: number;
  /** Responses with a 2xx status. */
  readonly succeeded: number;
  /** Other responses and broken connections. Unless it is 0, the figures are worthless. */
  readonly failed: number;
};

export type Target = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type LoadOptions = {
  readonly seconds: number;
  readonly callers: number;
  /** Calls per second over all callers. Default: as fast as responses arrive. */
  readonly rate?: number;
  /** The serving process. */
  readonly pid?: number | undefined;
  /** Ends after this number of calls, not after `seconds`. */
  readonly calls?: number;
};

/** Linux counts in ticks of 10 ms. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const tickMicros = 10_000;

const cpuMicrosOf = (pid: number | undefined): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tickMicros;
  } catch {
    return Number.NaN;
  }
};

/** Calls the targets, all of one origin, in turn from a number of connections that are kept open. */
export const load = async (targets: Target | readonly Target[], options: LoadOptions): Promise<Load> => {
  const list = [targets].flat() as readonly Target[];
  const [first] = list;
  if (first === undefined) throw new Error("no target");
  const { origin } = new URL(first.url);
  const cpuBefore = cpuMicrosOf(options.pid);
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
    cpuMicros: (cpuMicrosOf(options.pid) - cpuBefore) / result.requests.total,
    succeeded: result["2xx"],
    failed,
  };
};
