import type { Market } from "@/server/domain/catalogue/markets";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import type { Side } from "@/server/domain/catalogue/sides";

/** The bet to which a price belongs. `home` is the team that the book itself lists as home. */
export type OutcomeSubject = {
  readonly side: Side;
  readonly team?: "home" | "away";
  readonly player?: string;
};

type Teams = {
  readonly home: string;
  readonly away: string;
  readonly normalHome: string;
  readonly normalAway: string;
};
type Named = { readonly name: string; readonly description: string };

const sideWords: ReadonlyMap<string, Side> = new Map([
  ["draw", "draw"],
  ["over", "over"],
  ["under", "under"],
  ["yes", "yes"],
  ["no", "no"],
]);

/** Other words for the draw. They are not read in player props and team totals, because these markets have no draw. */
const drawWords: ReadonlySet<string> = new Set(["tie", "the draw", "x"]);

const sideOfWord = (word: string): Side | undefined => sideWords.get(word.trim().toLowerCase());

/** Normalizes an event's team names once for many calls of `readOutcome`. */
export const teamsOf = ({ home, away }: Pick<Teams, "home" | "away">): Teams => ({
  home,
  away,
  normalHome: normalizeName(home),
  normalAway: normalizeName(away),
});

const teamOf = (name: string, { home, away, normalHome, normalAway }: Teams): "home" | "away" | undefined => {
  if (name === home) return "home";
  if (name === away) return "away";
  const normal = normalizeName(name);
  if (normal === "" || normalHome === normalAway) return undefined;
  if (normal === normalHome) return "home";
  return normal === normalAway ? "away" : undefined;
};

/** Scorer markets list "No Scorer" and the like among the players. */
const isPlaceholderName = (name: string): boolean => /^no\b/i.test(name.trim());

const readPlayerOutcome = (
  { name, description }: Named,
  market: Market,
  teams: Teams,
): OutcomeSubject | undefined => {
  const side = sideOfWord(name);
  if (side !== undefined) return description === "" ? { side } : { side, player: description };
  const sideInDescription = sideOfWord(description);
  if (sideInDescription !== undefined) return { side: sideInDescription, player: name };
  // Older responses list the scorers without a side.
  const isScorer = description === "" && market.shape.sides.includes("yes");
  if (!isScorer || name.trim() === "" || isPlaceholderName(name) || teamOf(name, teams) !== undefined)
    return undefined;
  return { side: "yes", player: name };
};

const readTeamOutcome = ({ name, description }: Named, teams: Teams): OutcomeSubject | undefined => {
  const side = sideOfWord(name);
  if (side === undefined) return undefined;
  if (description === "") return { side };
  const team = teamOf(description, teams);
  return team === undefined ? undefined : { side, team };
};

/** The bet of an outcome; undefined if the name and description do not identify a bet. */
export const readOutcome = (named: Named, market: Market, teams: Teams): OutcomeSubject | undefined => {
  if (market.shape.subject === "player") return readPlayerOutcome(named, market, teams);
  if (market.shape.subject === "team") return readTeamOutcome(named, teams);
  const isDraw = drawWords.has(named.name.trim().toLowerCase());
  const side = teamOf(named.name, teams) ?? (isDraw ? "draw" : sideOfWord(named.name));
  return side === undefined ? undefined : { side };
};
