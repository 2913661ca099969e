import type { GeneratorReport, LoadOptions, Target } from "@/e2e/bench/load/load-types";
import { loadWithAutocannon } from "@/e2e/bench/load/load-with-autocannon";
import { hasWrk, loadWithWrk } from "@/e2e/bench/load/load-with-wrk";
import { processorMicrosOf } from "@/e2e/bench/processor-time";

export type Load = Omit<GeneratorReport, "failed"> & {
  readonly perSecond: number;
  /** Processor time of the serving process, its threads and its child processes, in microseconds per call. NaN if unknown. */
  readonly cpuMicros: number;
  /** Seconds of processor time that the load generator uses per second. At most 1, because the load generator has one thread. */
  readonly generatorCores: number;
};

/** A load generator that uses at least this share of a core may limit the measured rate. */
const generatorLimit = 0.9;
export const isAtLimit = ({ generatorCores }: Pick<Load, "generatorCores">): boolean =>
  generatorCores >= generatorLimit;

const [generate, generator] = hasWrk
  ? ([loadWithWrk, "wrk"] as const)
  : ([loadWithAutocannon, "autocannon"] as const);

export { generator };

export const generatorWarning = hasWrk
  ? undefined
  : [
      "wrk is not installed, so autocannon generates the load. autocannon is slower than some of the tested servers.",
      "So rates are too low, and ratios of rates flatter the service.",
      "Rely only on processor time per call, or install wrk with `apt-get install wrk`.",
    ].join(" ");

/**
 * Calls a target over connections that stay open, and measures the server's processor time.
 * @throws if a call fails, because failed calls make the figures worthless.
 */
export const load = async (target: Target, options: LoadOptions): Promise<Load> => {
  const cpuBefore = options.pid === undefined ? Number.NaN : processorMicrosOf(options.pid);
  const { failed, ...generated } = await generate(target, options);
  if (failed > 0) throw new Error(`${target.url}: ${failed} of ${generated.calls} calls failed`);
  const cpuAfter = options.pid === undefined ? Number.NaN : processorMicrosOf(options.pid);
  return {
    ...generated,
    perSecond: generated.calls / generated.seconds,
    cpuMicros: (cpuAfter - cpuBefore) / generated.calls,
    generatorCores: generated.cpuSeconds / generated.seconds,
  };
};
