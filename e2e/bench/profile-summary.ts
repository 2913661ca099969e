/** A CPU profile as Node writes it. https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
export type CpuProfile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  /** Time since the previous sample in microseconds. */
  readonly timeDeltas: readonly number[];
};

type Frame = CpuProfile["nodes"][number]["callFrame"];

export type Cost = { readonly name: string; readonly micros: number };

/**
 * Where a function is defined: a package, a module of Node or one of our files. For V8's own entries, such as
 * `(program)`, the result is the entry's name. For other functions without a URL, the result is `native`.
 */
const placeOf = ({ url, functionName }: Frame): string => {
  if (url === "") return functionName.startsWith("(") ? functionName : "native";
  const inPackage = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)?.[1];
  if (inPackage !== undefined) return inPackage;
  if (url.startsWith("node:")) return url;
  return /\/((?:server|db|app)\/.*)$/.exec(url)?.[1] ?? url;
};

const functionOf = (frame: Frame): string =>
  `${frame.functionName === "" ? "(anonymous)" : frame.functionName}  ${placeOf(frame)}${frame.url === "" ? "" : `:${frame.lineNumber + 1}`}`;

const groupOf = (place: string): string =>
  place.startsWith("node:") ? "Node's JavaScript" : /^(server|db|app)\//.test(place) ? "our code" : place;

const sumBy = (costs: readonly (readonly [Frame, number])[], nameOf: (frame: Frame) => string): Cost[] => {
  const sums = new Map<string, number>();
  for (const [frame, micros] of costs) sums.set(nameOf(frame), (sums.get(nameOf(frame)) ?? 0) + micros);
  return [...sums].map(([name, micros]) => ({ name, micros })).sort((a, b) => b.micros - a.micros);
};

/**
 * Sums the self time of functions, without idle time: by group (such as our code, Node's JavaScript or one package), by package or file,
 * and by function. Each list begins with the longest time.
 */
export const summarizeProfile = ({ nodes, samples, timeDeltas }: CpuProfile) => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const costs = samples.flatMap((id, index) => {
    const frame = frames.get(id);
    const micros = timeDeltas[index] ?? 0;
    return frame === undefined || frame.functionName === "(idle)" ? [] : [[frame, micros] as const];
  });
  return {
    busyMicros: costs.reduce((sum, [, micros]) => sum + micros, 0),
    groups: sumBy(costs, (frame) => groupOf(placeOf(frame))),
    places: sumBy(costs, placeOf),
    functions: sumBy(costs, functionOf),
  };
};
