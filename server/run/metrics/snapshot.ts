import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from "prom-client";

type Metric = MetricObjectWithValues<MetricValue<string>>;

/** The metrics of a process at one moment, in the form that is sent between processes. */
export type Snapshot = {
  /** Metrics of the service. `renderSnapshots` aggregates these metrics of all processes. */
  readonly service: readonly Metric[];
  /** Metrics of Node. `renderSnapshots` lists these metrics for each process separately. */
  readonly process: readonly Metric[];
};

export const emptySnapshot: Snapshot = { service: [], process: [] };

// prom-client declares the type as a number but writes a string.
const typeOf = ({ type }: Metric): string => String(type);

/** Snapshots are sent as JSON, which has no NaN. */
const withoutNaN = (metrics: readonly Metric[]): Metric[] =>
  metrics.map((metric) => ({
    ...metric,
    values: metric.values.filter(({ value }) => Number.isFinite(value)),
  }));

export const readSnapshot = async (service: Registry, process: Registry): Promise<Snapshot> => ({
  service: withoutNaN((await service.getMetricsAsJSON()) as Metric[]),
  process: withoutNaN((await process.getMetricsAsJSON()) as Metric[]),
});

/** The metrics to keep when a process has ended or does not respond. Without them, the sums would decrease. */
export const countsOf = (service: readonly Metric[]): readonly Metric[] =>
  service.filter((metric) => typeOf(metric) !== "gauge");

const aggregate = (parts: readonly (readonly Metric[])[]): Registry =>
  AggregatorRegistry.aggregate(parts.map((part) => [...part]));

export const addCounts = async (a: readonly Metric[], b: readonly Metric[]): Promise<readonly Metric[]> =>
  (await aggregate([countsOf(a), countsOf(b)]).getMetricsAsJSON()) as Metric[];

const ofProcess = (name: string, metrics: readonly Metric[]): Metric[] =>
  metrics.map((metric) => ({
    ...metric,
    aggregator: "sum",
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process: name } })),
  }));

/**
 * Renders the metrics of several processes in Prometheus's text format.
 * @param snapshots current snapshots by process name.
 * @param counts last counts of processes without a current snapshot.
 */
export const renderSnapshots = (
  snapshots: ReadonlyMap<string, Snapshot>,
  counts: readonly (readonly Metric[])[],
): Promise<string> =>
  aggregate([
    ...[...snapshots.values()].map(({ service }) => service),
    ...counts,
    ...[...snapshots].map(([name, { process }]) => ofProcess(name, process)),
  ]).metrics();
