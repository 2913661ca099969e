import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Target } from "@/e2e/bench/load/load-types";
import { addRate, addRateRatio } from "@/e2e/bench/measure/add-rate";
import { alternate, byProcessorTime, type Rounds, ratioOf, type Side } from "@/e2e/bench/measure/alternate";
import type { Server } from "@/e2e/bench/processes";
import type { Report } from "@/e2e/bench/report";
import { spreadOf } from "@/e2e/bench/statistics";

/** A request to measure. Its `name` is also a file name. */
export type BenchRequest = {
  readonly name: string;
  readonly path: string;
  readonly gzip?: boolean;
  /** The client has the response and sends the response's entity tag. */
  readonly hasResponse?: boolean;
  /** Minimum ratios, by server: the service's calls per processor time, divided by that server's calls per processor time. */
  readonly targets?: { readonly ofBare?: number; readonly ofNext?: number; readonly ofOpenApi?: number };
  /** A request measured before this one. This one must take no more processor time over the bare server. */
  readonly atMostOverBare?: BenchRequest;
};

export type Servers = {
  readonly ours: Pick<Server, "url" | "pid">;
  readonly bare: Server;
  readonly next: Server;
};

/** A request to the service. Fetches the entity tag first if the request needs it. */
export const requestToService = async (ours: string, key: string, request: BenchRequest): Promise<Target> => {
  const url = `${ours}${request.path}`;
  const headers = { "X-API-Key": key, ...(request.gzip && { "Accept-Encoding": "gzip" }) };
  if (!request.hasResponse) return { url, headers };
  const { headers: received } = await fetch(url, { method: "HEAD", headers });
  return { url, headers: { ...headers, "If-None-Match": received.get("etag") ?? "" } };
};

const labelOf = ({ name, gzip, hasResponse }: BenchRequest): string =>
  `${name}${gzip ? " gzip" : ""}${hasResponse ? " 304" : ""}`;

/**
 * The name of the file in which `storeResponses` stores the response to a request. If the client has the response, this file contains only
 * the entity tag.
 */
export const storedName = ({ name, gzip, hasResponse }: BenchRequest): string =>
  `${name}${hasResponse ? ".etag" : gzip ? ".gz" : ""}`;

/** Sends each request to the service once and stores the responses in a folder. The other servers send these stored responses. */
export const storeResponses = async (
  report: Report,
  ours: string,
  key: string,
  requests: readonly BenchRequest[],
  folder: string,
): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  for (const request of requests) {
    const response = await fetch(`${ours}${request.path}`, { headers: { "X-API-Key": key } });
    if (response.status !== 200)
      throw new Error(`${request.path}: ${response.status} ${await response.text()}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    // The service compresses at level 1 too, so all servers send the same bytes.
    const gzipped = gzipSync(bytes, { level: 1 });
    writeFileSync(path.join(folder, request.name), bytes);
    writeFileSync(path.join(folder, `${request.name}.gz`), gzipped);
    writeFileSync(path.join(folder, `${request.name}.etag`), response.headers.get("etag") ?? "");
    report.print(`  ${labelOf(request)}: ${request.gzip ? gzipped.byteLength : bytes.byteLength} bytes`);
  }
};

const kinds = ["bare", "next", "openapi", "ours"] as const;
type Kind = (typeof kinds)[number];

/** @throws if a call does not return the expected status and encoding. */
const checkResponse = async (
  { url, headers }: Target,
  { gzip, hasResponse }: BenchRequest,
): Promise<void> => {
  const response = await fetch(url, { headers: { ...headers } });
  await response.arrayBuffer();
  const status = hasResponse ? 304 : 200;
  if (response.status !== status) throw new Error(`${url}: status ${response.status}, not ${status}`);
  const encoding = response.headers.get("content-encoding");
  if (gzip && !hasResponse && encoding !== "gzip") throw new Error(`${url}: Content-Encoding ${encoding}`);
};

const sideOf = async (kind: Kind, servers: Servers, key: string, request: BenchRequest): Promise<Side> => {
  const file = storedName(request);
  if (kind === "bare") return { target: { url: `${servers.bare.url}/${file}` }, pid: servers.bare.pid };
  if (kind === "next")
    return { target: { url: `${servers.next.url}/responses/${file}` }, pid: servers.next.pid };
  if (kind === "openapi")
    return { target: { url: `${servers.next.url}/openapi/${request.name}` }, pid: servers.next.pid };
  return { target: await requestToService(servers.ours.url, key, request), pid: servers.ours.pid };
};

const targetOf = (kind: Kind, { targets }: BenchRequest): number | undefined =>
  kind === "bare" ? targets?.ofBare : kind === "next" ? targets?.ofNext : targets?.ofOpenApi;

/** Compares the service with the bare server, and also with every other server for which the request has a target. */
export const measureResponses = async (
  report: Report,
  servers: Servers,
  key: string,
  requests: readonly BenchRequest[],
  rounds: Rounds,
): Promise<void> => {
  const overBareMicros = new Map<BenchRequest, number>();
  for (const request of requests) {
    const label = labelOf(request);
    report.print(label);
    const others = kinds.filter(
      (kind) => kind !== "ours" && (kind === "bare" || targetOf(kind, request) !== undefined),
    );
    const compared = [...others, "ours"] as const;
    const sides = Object.fromEntries(
      await Promise.all(
        compared.map(async (kind) => [kind, await sideOf(kind, servers, key, request)] as const),
      ),
    ) as Record<Kind, Side>;
    for (const kind of ["bare", "ours"] as const) await checkResponse(sides[kind].target, request);
    const loads = await alternate(sides, rounds);
    const { ours, bare } = loads;
    for (const kind of compared)
      report.add({
        name: `${label}: ${kind}, processor time`,
        value: spreadOf(loads[kind].map(({ cpuMicros }) => cpuMicros)),
        unit: "us per call",
      });
    const overBare = spreadOf(
      ours.map(({ cpuMicros }, round) => cpuMicros - (bare[round]?.cpuMicros ?? Number.NaN)),
    );
    overBareMicros.set(request, overBare.median);
    const { atMostOverBare } = request;
    report.add({
      name: `${label}: ours minus bare`,
      value: overBare,
      unit: "us per call",
      ...(atMostOverBare !== undefined && {
        target: { max: overBareMicros.get(atMostOverBare) ?? Number.NaN },
      }),
    });
    for (const kind of others) {
      const min = targetOf(kind, request);
      report.add({
        name: `${label}: ours to ${kind}`,
        value: ratioOf(ours, loads[kind], byProcessorTime),
        unit: "times as many calls per second of processor time",
        ...(min !== undefined && { target: { min } }),
      });
    }
    for (const kind of compared) addRate(report, `${label}: ${kind}`, loads[kind]);
    report.add({
      name: `  ${label}: ours, p99`,
      value: spreadOf(ours.map(({ p99 }) => p99)),
      unit: "ms",
    });
    addRateRatio(report, `${label}: ours to bare by rate`, ours, bare);
  }
};
