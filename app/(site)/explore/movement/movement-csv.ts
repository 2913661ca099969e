import type { FixtureSeries } from "@/app/(site)/explore/movement/movement";
import { writeCsv } from "@/app/shared/write-csv";
import { americanFromDecimal } from "@/server/domain/prices/convert";

const columns = [
  "recorded_at",
  "bookmaker",
  "title",
  "market",
  "name",
  "description",
  "point",
  "decimal",
  "american",
] as const;

/** Every recorded price of a market as CSV, with one row per price, grouped by book, oldest first. */
export const movementCsv = (series: FixtureSeries, marketKey: string): string => {
  const rows = series.bookmakers.flatMap(({ key, title, markets }) =>
    markets
      .filter((market) => market.key === marketKey)
      .flatMap(({ points }) =>
        points.flatMap(({ recorded_at, outcomes }) =>
          outcomes.map(({ name, description, point, price }) => [
            String(recorded_at),
            key,
            title,
            marketKey,
            name,
            description,
            point,
            price,
            americanFromDecimal(price),
          ]),
        ),
      ),
  );
  return writeCsv([columns, ...rows]);
};
