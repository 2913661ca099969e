import { withoutFormula } from "@/app/(account)/account/usage.csv/write-csv";
import type { FixtureSeries } from "@/app/(site)/explore/movement";
import { americanFromDecimal } from "@/server/prices/convert";

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

/** A field of a CSV file, quoted if necessary. */
const field = (value: string | number | undefined): string => {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = withoutFormula(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Every recorded price of a market as CSV, with one row per price, grouped by book, oldest first. */
export const movementCsv = (series: FixtureSeries, marketKey: string): string => {
  const rows = series.bookmakers.flatMap(({ key, title, markets }) =>
    markets
      .filter((market) => market.key === marketKey)
      .flatMap(({ points }) =>
        points.flatMap(({ recorded_at, outcomes }) =>
          outcomes.map(({ name, description, point, price }) =>
            [
              String(recorded_at),
              key,
              title,
              marketKey,
              name,
              description,
              point,
              price,
              americanFromDecimal(price),
            ]
              .map(field)
              .join(","),
          ),
        ),
      ),
  );
  return `${[columns.join(","), ...rows].join("\r\n")}\r\n`;
};
