import { performance } from "node:perf_hooks";
import type { Database } from "@/db/connect";
import type { Target } from "@/e2e/bench/load";
import type { Report } from "@/e2e/bench/report";
import { median, spreadOf } from "@/e2e/bench/statistics";
import { historyQuery } from "@/server/archive/load-history";
import type { FixtureRecord, PriceQuery } from "@/server/board/board";

const timed = async (work: () => unknown): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

type Series = { readonly bookmakers: { readonly markets: { readonly points: unknown[] }[] }[] };

/** One series answer against what it cannot do without: reading the rows and writing the JSON. */
export const measureSeries = async (
  report: Report,
  db: Database,
  series: Target,
  fixture: FixtureRecord,
  query: PriceQuery,
  rounds: number,
): Promise<void> => {
  const ask = async (): Promise<string> =>
    (await fetch(series.url, { headers: { ...series.headers } })).text();
  const answer = JSON.parse(await ask()) as Series;
  const points = answer.bookmakers
    .flatMap(({ markets }) => markets)
    .reduce((sum, market) => sum + market.points.length, 0);
  report.say(`series of ${points} points`);
  const ratios: number[] = [];
  const answers: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const times = { ask: [] as number[], read: [] as number[], write: [] as number[] };
    for (let again = 0; again < 5; again++) {
      times.read.push(
        await timed(() =>
          db.execute(historyQuery(fixture, query, "series", { archiveFrom: 0, now: fixture.commenceTime })),
        ),
      );
      times.write.push(await timed(() => JSON.stringify(answer)));
      times.ask.push(await timed(ask));
    }
    answers.push(median(times.ask));
    ratios.push(median(times.ask) / (median(times.read) + median(times.write)));
  }
  report.add({ what: `series of ${points} points`, value: spreadOf(answers), unit: "ms" });
  report.add({
    what: "  to its database read plus JSON.stringify",
    value: spreadOf(ratios),
    unit: "times",
    target: { most: 3 },
  });
};
