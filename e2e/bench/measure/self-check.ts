import { alternate, type Side } from "@/e2e/bench/measure/alternate";
import type { Report } from "@/e2e/bench/report";
import { spreadOf } from "@/e2e/bench/statistics";

/** The processor time that the self-check adds to each call. A call without this addition takes much less. */
export const plantedMicros = 1_000;
/** The measurement must find at least this share of the planted time. A busy machine adds background work, so there is no maximum. */
const minNoticed = 0.8;
const rounds = { rounds: 3, seconds: 1, callers: 16 };

/**
 * Checks that the measurement notices processor time that was planted in the service.
 * @throws if the measurement does not notice this time.
 */
export const checkPlantedCost = async (report: Report, ours: Side, planted: Side): Promise<void> => {
  report.print(`self-check: a service that spends ${plantedMicros} us more per call`);
  const loads = await alternate({ ours, planted }, rounds);
  const noticed = spreadOf(
    loads.planted.map(({ cpuMicros }, round) => cpuMicros - (loads.ours[round]?.cpuMicros ?? Number.NaN)),
  );
  report.add({
    name: `planted ${plantedMicros} us per call, as measured`,
    value: noticed,
    unit: "us per call",
  });
  if (!(noticed.median >= minNoticed * plantedMicros))
    throw new Error("the benchmark does not notice processor time that was planted");
};
