import { flatPropsFormat } from "@/server/feeds/flat-props/read-flat-props";
import { footballDataFormat } from "@/server/feeds/football-data/read-football-data";
import { nativeFormat } from "@/server/feeds/native/read-native";
import type { RecordedFormat } from "@/server/feeds/reader";
import { snapshotsCsvFormat } from "@/server/feeds/snapshots-csv/read-snapshots-csv";
import { theOddsApiFormat } from "@/server/feeds/the-odds-api/read-the-odds-api";

const formats = [nativeFormat, theOddsApiFormat, snapshotsCsvFormat, footballDataFormat, flatPropsFormat];

/** Every format of recorded data that can be imported, by the name that `--format` takes. */
export const recordedFormats: ReadonlyMap<string, RecordedFormat> = new Map(
  formats.map((format) => [format.name, format]),
);
