import autocannon from "autocannon";
import type { GenerateLoad, Target } from "@/e2e/bench/load/load-types";

const requestsTo = (targets: readonly Target[], origin: string) =>
  targets.map(({ url, headers }) => ({
    method: "GET" as const,
    path: url.slice(origin.length),
    headers: { ...headers },
  }));

/**
 * Generates load with autocannon in this process, on machines without wrk. autocannon needs about as much processor time per
 * call as the fastest servers, so it understates their rate.
 */
export const loadWithAutocannon: GenerateLoad = async (target, { seconds, callers, rate }) => {
  const { origin } = new URL(target.url);
  const before = process.cpuUsage();
  const result = await autocannon({
    url: origin,
    connections: callers,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate }),
    requests: requestsTo([target], origin),
  });
  const { user, system } = process.cpuUsage(before);
  return {
    calls: result.requests.total,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuSeconds: (user + system) / 1e6,
    failed: result["4xx"] + result["5xx"] + result.errors + result.timeouts,
  };
};

/**
 * Calls the targets in turn until `calls` calls are complete. All targets must have the same origin. Does not use wrk, because wrk runs
 * for a fixed time instead of a fixed number of calls.
 */
export const makeCalls = async (
  targets: readonly Target[],
  { calls, callers }: { readonly calls: number; readonly callers: number },
): Promise<{ readonly succeeded: number; readonly failed: number }> => {
  const { origin } = new URL(targets[0]?.url ?? "");
  const result = await autocannon({
    url: origin,
    connections: callers,
    amount: calls,
    requests: requestsTo(targets, origin),
  });
  return { succeeded: result["2xx"], failed: result.non2xx + result.errors + result.timeouts };
};
