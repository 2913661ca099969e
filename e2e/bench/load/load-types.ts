export type Target = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type LoadOptions = {
  /** Whole seconds. */
  readonly seconds: number;
  /** The number of concurrent connections. */
  readonly callers: number;
  /** Maximum calls per second of all callers together. Default: unlimited. */
  readonly rate?: number;
  /** The process whose processor time is measured. Default: none. */
  readonly pid?: number | undefined;
};

/** What a load generator reports. */
export type GeneratorReport = {
  readonly calls: number;
  readonly seconds: number;
  /** Response times in ms. */
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the load generator. */
  readonly cpuSeconds: number;
  /** The number of broken connections and of responses with a 4xx or 5xx status. */
  readonly failed: number;
};

export type GenerateLoad = (target: Target, options: LoadOptions) => Promise<GeneratorReport>;
