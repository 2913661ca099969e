import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type Load, load, type Target } from "@/e2e/bench/load";
import type { Server } from "@/e2e/bench/processes";
import type { Report } from "@/e2e/bench/report";
import { spreadOf } from "@/e2e/bench/statistics";

/** A request to measure. Names are also file names. */
export type BenchRequest = {
  readonly name: string;
  readonly path: string;
  readonly gzip: boolean;
  readonly targets?: { readonly ofBare?: number; readonly ofNext?: number; readonly ofOpenApi?: number };
};

export type Servers = {
  readonly ours: Pick<Server, "url" | "pid">;
  readonly bare: Server;
  readonly next: Server;
};

export const requestToService = (ours: string, key: string, request: BenchRequest): Target => ({
  url: `${ours}${request.path}`,
  headers: { "X-API-Key": key, ...(request.gzip && { "Accept-Encoding": "gzip" }) },
});

/** Sends each request once and stores the response in a folder, for the other servers to send. */
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
    writeFileSync(path.join(folder, request.name), bytes);
    // The service's level, so that all servers send the same bytes.
    writeFileSync(path.join(folder, `${request.name}.gz`), gzipSync(bytes, { level: 1 }));
    report.print(`  ${request.name}: ${bytes.byteLength} bytes`);
  }
};

const kinds = ["bare", "next", "openapi", "ours"] as const;
type Kind = (typeof kinds)[number];

const targetOf = (kind: Kind, servers: Servers, key: string, request: BenchRequest): Target => {
  if (kind === "ours") return requestToService(servers.ours.url, key, request);
  if (kind === "openapi") return { url: `${servers.next.url}/openapi/${request.name}` };
  const file = request.gzip ? `${request.name}.gz` : request.name;
  return { url: kind === "bare" ? `${servers.bare.url}/${file}` : `${servers.next.url}/responses/${file}` };
};

const serverOf = (kind: Kind, servers: Servers): Pick<Server, "pid"> =>
  kind === "ours" ? servers.ours : kind === "bare" ? servers.bare : servers.next;

/** Sends each request to each server in turn, round after round, so that other load on the machine affects all of them. */
export const measureResponses = async (
  report: Report,
  servers: Servers,
  key: string,
  requests: readonly BenchRequest[],
  options: { readonly rounds: number; readonly seconds: number; readonly callers: number },
): Promise<void> => {
  const { rounds, seconds, callers } = options;
  for (const request of requests) {
    const label = `${request.name}${request.gzip ? " gzip" : ""}`;
    report.print(label);
    const rates: Record<Kind, number[]> = { bare: [], next: [], openapi: [], ours: [] };
    const cpu: Record<Kind, number[]> = { bare: [], next: [], openapi: [], ours: [] };
    for (let round = 0; round < rounds; round++) {
      for (const kind of kinds) {
        const target = targetOf(kind, servers, key, request);
        await load(target, { seconds: 1, callers });
        const measured: Load = await load(target, {
          seconds,
          callers,
          pid: serverOf(kind, servers).pid,
        });
        if (measured.failed > 0) throw new Error(`${target.url}: ${measured.failed} calls failed`);
        rates[kind].push(measured.perSecond);
        cpu[kind].push(measured.cpuMicros);
      }
    }
    for (const kind of kinds) {
      report.add({ name: `${label}: ${kind}`, value: spreadOf(rates[kind]), unit: "calls/s" });
      report.add({
        name: `${label}: ${kind}, processor time`,
        value: spreadOf(cpu[kind]),
        unit: "microseconds per call",
      });
    }
    const { ofBare, ofNext, ofOpenApi } = request.targets ?? {};
    for (const [kind, min] of [
      ["bare", ofBare],
      ["next", ofNext],
      ["openapi", ofOpenApi],
    ] as const) {
      const byRate = rates.ours.map((rate, round) => rate / (rates[kind][round] ?? Number.NaN));
      const byCpu = cpu.ours.map((micros, round) => (cpu[kind][round] ?? Number.NaN) / micros);
      report.add({
        name: `${label}: ours to ${kind}`,
        value: spreadOf(byRate),
        unit: "times",
        ...(min !== undefined && { target: { min } }),
      });
      report.add({
        name: `${label}: ours to ${kind}, calls by processor time`,
        value: spreadOf(byCpu),
        unit: "times",
      });
    }
  }
};
