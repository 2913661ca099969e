import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from "prom-client";

type Metric = MetricObjectWithValues<MetricValue<string>>;

/** The metrics of one process at one moment, as they travel between processes. */
export type Snapshot = {
  /** Of the service: these are added up over processes. */
  readonly service: readonly Metric[];
  /** Of Node: each process has its own. */
  readonly process: readonly Metric[];
};

export const emptySnapshot: Snapshot = { service: [], process: [] };

// prom-client's own type says that `values` is there; it names a type of metric by a number where it writes a word.
const typeOf = ({ type }: Metric): string => String(type);

/** JSON, in which snapshots travel, has no NaN: such a value is left out. */
const withoutHoles = (metrics: readonly Metric[]): Metric[] =>
  metrics.map((metric) => ({
    ...metric,
    values: metric.values.filter(({ value }) => Number.isFinite(value)),
  }));

export const readSnapshot = async (service: Registry, process: Registry): Promise<Snapshot> => ({
  service: withoutHoles((await service.getMetricsAsJSON()) as Metric[]),
  process: withoutHoles((await process.getMetricsAsJSON()) as Metric[]),
});

/** What goes on counting when its process does not answer or has ended: without it counters would go back. */
export const countsOf = (service: readonly Metric[]): readonly Metric[] =>
  service.filter((metric) => typeOf(metric) !== "gauge");

const aggregate = (parts: readonly (readonly Metric[])[]): Registry =>
  AggregatorRegistry.aggregate(parts.map((part) => [...part]));

/** Adds counts up. */
export const addCounts = async (a: readonly Metric[], b: readonly Metric[]): Promise<readonly Metric[]> =>
  (await aggregate([countsOf(a), countsOf(b)]).getMetricsAsJSON()) as Metric[];

const ofProcess = (name: string, metrics: readonly Metric[]): Metric[] =>
  metrics.map((metric) => ({
    ...metric,
    aggregator: "sum",
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process: name } })),
  }));

/**
 * One text in Prometheus's format for several processes.
 * @param snapshots by the name of the process.
 * @param counts of processes that have no snapshot now.
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
