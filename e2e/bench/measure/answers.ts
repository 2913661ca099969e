import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type Load, load, type Target } from "@/e2e/bench/load";
import type { Server } from "@/e2e/bench/processes";
import type { Report } from "@/e2e/bench/report";
import { spreadOf } from "@/e2e/bench/statistics";

/** A question to measure; the names double as file names. */
export type Question = {
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

export const askOurs = (ours: string, key: string, question: Question): Target => ({
  url: `${ours}${question.path}`,
  headers: { "X-API-Key": key, ...(question.gzip && { "Accept-Encoding": "gzip" }) },
});

/** Asks each question once and keeps its bytes in a folder, for the other servers to send. */
export const keepAnswers = async (
  report: Report,
  ours: string,
  key: string,
  questions: readonly Question[],
  folder: string,
): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  for (const question of questions) {
    const response = await fetch(`${ours}${question.path}`, { headers: { "X-API-Key": key } });
    if (response.status !== 200)
      throw new Error(`${question.path}: ${response.status} ${await response.text()}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    writeFileSync(path.join(folder, question.name), bytes);
    // The service's own level: what is compared is the sending.
    writeFileSync(path.join(folder, `${question.name}.gz`), gzipSync(bytes, { level: 1 }));
    report.say(`  ${question.name}: ${bytes.byteLength} bytes`);
  }
};

const kinds = ["bare", "next", "openapi", "ours"] as const;
type Kind = (typeof kinds)[number];

const targetOf = (kind: Kind, servers: Servers, key: string, question: Question): Target => {
  if (kind === "ours") return askOurs(servers.ours.url, key, question);
  if (kind === "openapi") return { url: `${servers.next.url}/openapi/${question.name}` };
  const file = question.gzip ? `${question.name}.gz` : question.name;
  return { url: kind === "bare" ? `${servers.bare.url}/${file}` : `${servers.next.url}/answers/${file}` };
};

const serverOf = (kind: Kind, servers: Servers): Pick<Server, "pid"> =>
  kind === "ours" ? servers.ours : kind === "bare" ? servers.bare : servers.next;

/** Each question to each server in turn, round after round, so that what disturbs the machine disturbs all of them. */
export const measureAnswers = async (
  report: Report,
  servers: Servers,
  key: string,
  questions: readonly Question[],
  options: { readonly rounds: number; readonly seconds: number; readonly callers: number },
): Promise<void> => {
  const { rounds, seconds, callers } = options;
  for (const question of questions) {
    const label = `${question.name}${question.gzip ? " gzip" : ""}`;
    report.say(label);
    const rates: Record<Kind, number[]> = { bare: [], next: [], openapi: [], ours: [] };
    const cpu: Record<Kind, number[]> = { bare: [], next: [], openapi: [], ours: [] };
    for (let round = 0; round < rounds; round++) {
      for (const kind of kinds) {
        const target = targetOf(kind, servers, key, question);
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
      report.add({ what: `${label}: ${kind}`, value: spreadOf(rates[kind]), unit: "calls/s" });
      report.add({
        what: `${label}: ${kind}, processor time`,
        value: spreadOf(cpu[kind]),
        unit: "microseconds a call",
      });
    }
    const { ofBare, ofNext, ofOpenApi } = question.targets ?? {};
    for (const [kind, least] of [
      ["bare", ofBare],
      ["next", ofNext],
      ["openapi", ofOpenApi],
    ] as const) {
      const byRate = rates.ours.map((rate, round) => rate / (rates[kind][round] ?? Number.NaN));
      const byCpu = cpu.ours.map((micros, round) => (cpu[kind][round] ?? Number.NaN) / micros);
      report.add({
        what: `${label}: ours to ${kind}`,
        value: spreadOf(byRate),
        unit: "times",
        ...(least !== undefined && { target: { least } }),
      });
      report.add({
        what: `${label}: ours to ${kind}, calls by processor time`,
        value: spreadOf(byCpu),
        unit: "times",
      });
    }
  }
};
