/**
 * Measures whether the cost of a history response grows with the archive. Fills archives of several sizes on a real PostgreSQL, and reads
 * the history of the same fixture from each. EXPLAIN (ANALYZE, BUFFERS) reports how many pages (buffers) the statements read.
 * Run: `npm run bench:archive` with TEST_DATABASE_URL set.
 */
import { measureArchive, moreBuffers, probed } from "@/e2e/bench/measure/archive-size";

const sizes = (process.env.BENCH_POINTS ?? "100000,10000000").split(",").map(Number);
const print = (line: string) => process.stdout.write(`${line}\n`);

print(
  `each history request looks up ${probed.books} books x ${probed.markets} markets = ${probed.lookups} series of ${probed.pointsPerSeries} points`,
);
print(
  "points\tbytes/point as written\tbytes/point after reindexing\tseries buffers\topener buffers\tclosing buffers",
);
const results = [];
for (const points of sizes) {
  const result = await measureArchive(points);
  results.push(result);
  print(
    [
      result.points,
      result.bytesPerPoint.toFixed(1),
      result.reindexedBytesPerPoint.toFixed(1),
      result.buffers.series,
      result.buffers.opener,
      result.buffers.closing,
    ].join("\t"),
  );
}
const [first, last] = [results[0], results.at(-1)];
if (first !== undefined && last !== undefined)
  for (const part of ["series", "opener", "closing"] as const)
    print(
      `${part}: ${moreBuffers(first, last, part).toFixed(2)} more buffers per lookup with ${last.points} points than with ${first.points}`,
    );
