import { readFileSync } from "node:fs";
import autocannon from "autocannon";

export type Load = {
  readonly perSecond: number;
  /** ms */
  readonly p50: number;
  readonly p99: number;
  /** Time on a processor that the answering process spent, microseconds a call; NaN where it is not known. */
  readonly cpuMicros: number;
  /** Answers that were 2xx. */
  readonly answered: number;
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
  /** The process that answers. */
  readonly pid?: number | undefined;
  /** So many calls instead of so many seconds. */
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

/** Calls the targets in turn from a number of connections that are kept open. */
export const load = async (targets: Target | readonly Target[], options: LoadOptions): Promise<Load> => {
  const list = [targets].flat() as readonly Target[];
  const [first] = list;
  if (first === undefined) throw new Error("nothing to call");
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
    answered: result["2xx"],
    failed,
  };
};
