/** Keeps every fixture id shorter than 200 characters, because `/v1` rejects ids of more than 200 characters in its paths. */
const maxNameLength = 60;
const combiningMarks = /\p{M}+/gu;
const outsideId = /[^a-z0-9]+/g;

const idPart = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(combiningMarks, "")
    .toLowerCase()
    .replace(outsideId, "-")
    .slice(0, maxNameLength)
    .replace(/^-+|-+$/g, "") || "team";

/**
 * The readable id of a fixture: `{sport_key}-{away}-at-{home}-{yyyy-mm-dd}`, with the UTC date of `commenceTimeMs`. It is not unique: the
 * caller adds a suffix if the same teams have a second fixture on that day. A name without a Latin letter or digit becomes `team`.
 */
export const fixtureIdBase = (
  sportKey: string,
  awayTeam: string,
  homeTeam: string,
  commenceTimeMs: number,
): string =>
  `${sportKey}-${idPart(awayTeam)}-at-${idPart(homeTeam)}-${new Date(commenceTimeMs).toISOString().slice(0, 10)}`;
