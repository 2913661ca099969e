import { type Notation, notations } from "@/app/(site)/live/notation";
import { isAmerican, type Zone } from "@/app/(site)/live/time-text";

/** What a reader chose for the odds screen. */
export type Preferences = {
  readonly notation: Notation;
  /** Whether times are shown in UTC. */
  readonly utc: boolean;
  /** The reader's time zone, such as `Europe/Berlin`. The server needs the zone to render local times. */
  readonly zone: string | undefined;
  /** Whether the reader's language is American English, so that times are shown with 12 hours. */
  readonly american: boolean;
  /** Book keys. */
  readonly favourites: readonly string[];
  /** The tag of the account to which these favourites could not be saved yet. Undefined if there is nothing to save. */
  readonly unsavedFor: string | undefined;
  readonly onlyFavourites: boolean;
  /** The league viewed last. */
  readonly sport: string | undefined;
};

export const defaultPreferences: Preferences = {
  notation: "american",
  utc: false,
  zone: undefined,
  american: false,
  favourites: [],
  unsavedFor: undefined,
  onlyFavourites: false,
  sport: undefined,
};

/** The name of the cookie with the preferences. */
export const preferencesCookie = "odds-screen";

const tagForm = /^[0-9a-f]{8}$/;
const keyForm = /^[a-z0-9_]{1,60}$/;
/** 60 keys of 60 characters fit into a cookie of 4 KB. */
const maxFavourites = 60;

const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

/**
 * Parses the cookie's value. Malformed parts get their defaults.
 * @param language the reader's first language (BCP 47). It counts on a first visit, when there is no cookie.
 */
export const parsePreferences = (value: string | undefined, language = ""): Preferences => {
  const fields = new URLSearchParams(value);
  const zone = fields.get("z");
  const sport = fields.get("s");
  const tag = fields.get("p");
  return {
    notation: notations.find((notation) => notation === fields.get("n")) ?? defaultPreferences.notation,
    utc: fields.get("u") === "1",
    zone: zone !== null && isZone(zone) ? zone : undefined,
    american: value === undefined ? isAmerican(language) : fields.get("a") === "1",
    favourites: (fields.get("f") ?? "")
      .split(".")
      .filter((key) => keyForm.test(key))
      .slice(0, maxFavourites),
    unsavedFor: tag !== null && tagForm.test(tag) ? tag : undefined,
    onlyFavourites: fields.get("o") === "1",
    sport: sport !== null && keyForm.test(sport) ? sport : undefined,
  };
};

/** The cookie's value, in characters that need no quoting. */
export const formatPreferences = ({
  notation,
  utc,
  zone,
  american,
  favourites,
  unsavedFor,
  onlyFavourites,
  sport,
}: Preferences): string =>
  new URLSearchParams({
    n: notation,
    ...(utc && { u: "1" }),
    ...(zone !== undefined && { z: zone }),
    ...(american && { a: "1" }),
    ...(favourites.length > 0 && { f: favourites.slice(0, maxFavourites).join(".") }),
    ...(unsavedFor !== undefined && { p: unsavedFor }),
    ...(onlyFavourites && { o: "1" }),
    ...(sport !== undefined && { s: sport }),
  }).toString();

/** Identifies an account in the cookie, so that another account never gets its favourites. */
export const accountTag = (accountId: string): string => accountId.slice(0, 8);

/**
 * The preferences of a signed-in reader. Their favourites belong to the account. Favourites of the cookie were chosen before the sign-in, and
 * are added to the account's. If the cookie has favourites that could not be saved to this account, these are the newest.
 * @param stored the account's favourites; null if it has none yet.
 * @param tag of the account: see `accountTag`.
 * @returns the preferences, with `unsavedFor` if the account's favourites must be saved.
 */
export const mergeFavourites = (
  cookie: Preferences,
  stored: readonly string[] | null,
  tag: string,
): Preferences => {
  if (cookie.unsavedFor === tag) return cookie;
  const own = stored ?? [];
  const added = cookie.unsavedFor === undefined ? cookie.favourites : [];
  const favourites = [...new Set([...own, ...added])].slice(0, maxFavourites);
  return { ...cookie, favourites, unsavedFor: favourites.length > own.length ? tag : undefined };
};

/** How the reader sees times: in their own time zone or in UTC, and in the form of their language. */
export const zoneOf = ({ utc, zone, american }: Pick<Preferences, "utc" | "zone" | "american">): Zone => ({
  name: utc ? "UTC" : (zone ?? "UTC"),
  american,
});
