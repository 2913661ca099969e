import { performance } from "node:perf_hooks";
import type { Database } from "@/db/connect";
import type { Target } from "@/e2e/bench/load/load-types";
import type { Report } from "@/e2e/bench/report";
import { median, spreadOf } from "@/e2e/bench/statistics";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { historyQuery } from "@/server/market/archive/load-history";
import type { PriceQuery } from "@/server/market/board/board";

const timed = async (work: () => unknown): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

type Series = { readonly bookmakers: { readonly markets: { readonly points: unknown[] }[] }[] };

/** Measures the response time of a request for a price series. Compares it with the time of the database read and JSON.stringify alone. */
export const measureSeries = async (
  report: Report,
  db: Database,
  target: Target,
  fixture: FixtureRecord,
  query: PriceQuery,
  rounds: number,
): Promise<void> => {
  const fetchSeries = async (): Promise<string> =>
    (await fetch(target.url, { headers: { ...target.headers } })).text();
  const series = JSON.parse(await fetchSeries()) as Series;
  const points = series.bookmakers
    .flatMap(({ markets }) => markets)
    .reduce((sum, market) => sum + market.points.length, 0);
  report.print(`series of ${points} points`);
  const ratios: number[] = [];
  const responses: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const times = { fetchSeries: [] as number[], read: [] as number[], write: [] as number[] };
    for (let again = 0; again < 5; again++) {
      times.read.push(
        await timed(() =>
          db.execute(historyQuery(fixture, query, "series", { archiveFrom: 0, now: fixture.commenceTime })),
        ),
      );
      times.write.push(await timed(() => JSON.stringify(series)));
      times.fetchSeries.push(await timed(fetchSeries));
    }
    responses.push(median(times.fetchSeries));
    ratios.push(median(times.fetchSeries) / (median(times.read) + median(times.write)));
  }
  report.add({ name: `series of ${points} points`, value: spreadOf(responses), unit: "ms" });
  report.add({
    name: "  response time divided by the time of the database read plus JSON.stringify",
    value: spreadOf(ratios),
    unit: "times",
    target: { max: 3 },
  });
};
