import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(process.env.VENUE_SAMPLES ?? "../shared/venues");

/** Recorded responses are not part of the repository. */
export const venuesAreAbsent = !existsSync(folder);

if (venuesAreAbsent)
  process.stderr.write(
    `No recorded responses at ${folder} (VENUE_SAMPLES): the tests that read them are skipped.\n`,
  );

/** The JSON value of a recorded response. */
export const venueFile = (venue: string, name: string): unknown =>
  JSON.parse(readFileSync(join(folder, venue, name), "utf8"));
