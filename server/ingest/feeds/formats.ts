import { flatPropsFormat } from "@/server/ingest/feeds/flat-props/read-flat-props";
import { footballDataFormat } from "@/server/ingest/feeds/football-data/read-football-data";
import { kalshiFormat } from "@/server/ingest/feeds/kalshi/read-kalshi";
import { nativeFormat } from "@/server/ingest/feeds/native/read-native";
import { polymarketFormat } from "@/server/ingest/feeds/polymarket/read-polymarket";
import type { RecordedFormat, ResponseFormat } from "@/server/ingest/feeds/reader";
import { snapshotsCsvFormat } from "@/server/ingest/feeds/snapshots-csv/read-snapshots-csv";
import { theOddsApiFormat } from "@/server/ingest/feeds/the-odds-api/read-the-odds-api";

const formats = [nativeFormat, theOddsApiFormat, snapshotsCsvFormat, footballDataFormat, flatPropsFormat];

/** By name: the formats of `feed import --format` whose files state their own times. The option `--fetched-at` is not allowed with them. */
export const recordedFormats: ReadonlyMap<string, RecordedFormat> = new Map(
  formats.map((format) => [format.name, format]),
);

const rawResponses: readonly ResponseFormat[] = [kalshiFormat, polymarketFormat];

/** By name: the formats of `feed import --format` whose files do not state their fetch time. They need the option `--fetched-at`. */
export const responseFormats: ReadonlyMap<string, ResponseFormat> = new Map(
  rawResponses.map((format) => [format.name, format]),
);

export const formatNames: readonly string[] = [...recordedFormats.keys(), ...responseFormats.keys()];
