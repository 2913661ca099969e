import { LRUCache } from "lru-cache";
import { isTelling, particles } from "@/server/catalogue/club-affixes";
import { type Comparison, comparisonOf, isCombatSport } from "@/server/catalogue/comparison";
import { isDerivedEvent, isPlaceholder } from "@/server/catalogue/event-marks";
import type { Sport } from "@/server/catalogue/sports";

/** Whether one letter is missing, added or changed. */
const oneLetterOff = (a: string, b: string): boolean => {
  if (a[0] !== b[0] && a[1] !== b[1] && a[0] !== b[1] && a[1] !== b[0]) return false;
  if (a.length > b.length) return oneLetterOff(b, a);
  if (b.length - a.length > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  return a.slice(b.length === a.length ? start + 1 : start) === b.slice(start + 1);
};

const shortestPrefix = 3;
const shortestMisspelt = 6;

const shortForms: ReadonlyMap<string, readonly string[]> = new Map([
  ["utd", ["united"]],
  ["st", ["saint", "state"]],
]);

const tokensAlike = (a: string, b: string): boolean => {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= shortestPrefix && long.startsWith(short)) return true;
  if (shortForms.get(short)?.includes(long)) return true;
  return long.length >= shortestMisspelt && oneLetterOff(a, b);
};

/** Whether the word of a name could stand for the team's: it may shorten it, not lengthen it. */
const standsFor = (word: string, teams: string): boolean =>
  tokensAlike(word, teams) && !(word.length > teams.length + 1 && word.startsWith(teams));

const covers = (fewer: readonly string[], more: readonly string[]): boolean =>
  fewer.every((token) => more.some((other) => tokensAlike(token, other)));

/** Every word of the name has a like one in the team's, in the same order. */
const spellsInOrder = (name: readonly string[], team: readonly string[]): boolean => {
  let next = 0;
  return name.every((word) => {
    while (next < team.length && !standsFor(word, team[next] ?? "")) next += 1;
    next += 1;
    return next <= team.length;
  });
};

/** What two names say about each other. Nothing here is proof by itself. */
export type NameEvidence = {
  /** The name names no team. */
  readonly isPlaceholder: (name: string) => boolean;
  /** The name names a part of a match or a simulated one. */
  readonly isDerivedEvent: (name: string) => boolean;
  /**
   * The name states another side of the club (women, reserves, youth) than the team is. A name without such marks states nothing.
   */
  readonly isOtherSquad: (name: string, team: string) => boolean;
  /** The name is marked as a women's, reserve, youth or other side. */
  readonly isMarked: (name: string) => boolean;
  /** The two are sides of different kinds, whichever of them is marked. */
  readonly differInSquad: (name: string, team: string) => boolean;
  /**
   * The name could be another spelling of the team: every significant word of the shorter has a like one in the longer, or one is the
   * other's initials.
   */
  readonly couldBe: (name: string, team: string) => boolean;
  /**
   * The name could be a spelling of the team and has no word beyond it: each of its words has a like one in the team's, in that order. A
   * name with a word more is another team's.
   */
  readonly couldSpell: (name: string, team: string) => boolean;
  /** The name is that of a town, or another word of the team's, under an affix: "Sheffield FC" beside "Sheffield United". */
  readonly isTownOf: (name: string, team: string) => boolean;
  /** The two share a word that says something, or the beginning of one: enough for doubt where the opponents do so too. */
  readonly resembles: (name: string, team: string) => boolean;
  /** The two differ in nothing but affixes, particles, accents, spaces, and forms of one word. A word more on one side is another team. */
  readonly isPlainlySameName: (name: string, team: string) => boolean;
  /**
   * Neither name could be the other's: no word in common, no initials, no marks, and, of fighters, both in full, since a nickname has
   * nothing in common with a name.
   */
  readonly isClearlyAnother: (name: string, team: string) => boolean;
};

const sharedPrefix = 4;
const minInitials = 2;
const minWordsOfFighter = 2;

/** What the comparisons need of one name. */
type Reading = {
  /** The letters alone where the name is one word, else empty. */
  readonly word: string;
  readonly initials: string;
  /** All letters without the spaces between words. */
  readonly joined: string;
  readonly words: readonly string[];
  /** Words but for affixes and particles; all words where there are no others. */
  readonly tokens: readonly string[];
  readonly affixes: ReadonlySet<string>;
  /** See `squadMarks`. */
  readonly marks: string;
  readonly isDerived: boolean;
  readonly isPlaceholder: boolean;
};

const readName = (name: string, { normalize, split, marks }: Comparison, hasParticles: boolean): Reading => {
  const normalized = normalize(name);
  const words = normalized.split(" ").filter((word) => word !== "");
  const { core, affixes, neutral } = split(normalized);
  const own = core.split(" ").filter((word) => word !== "");
  const significant = hasParticles ? own.filter((word) => !particles.has(word)) : own;
  return {
    word: words.length === 1 && normalized.length >= minInitials ? normalized : "",
    initials: words.map((word) => word[0] ?? "").join(""),
    joined: words.join(""),
    words,
    tokens: significant.length > 0 ? significant : own,
    affixes: new Set([...affixes, ...neutral]),
    marks: marks(name),
    isDerived: isDerivedEvent(name),
    isPlaceholder: isPlaceholder(name),
  };
};

const otherSquad = (name: Reading, team: Reading): boolean => name.marks !== "" && name.marks !== team.marks;

const isInitials = (short: Reading, long: Reading): boolean =>
  short.word !== "" && short.word === long.initials;

const initialsOfEither = (a: Reading, b: Reading): boolean => isInitials(a, b) || isInitials(b, a);

const couldBeSame = (name: Reading, team: Reading): boolean => {
  if (otherSquad(name, team)) return false;
  if (name.joined === team.joined) return true;
  const [a, b] = [name.tokens, team.tokens];
  return (a.length <= b.length ? covers(a, b) : covers(b, a)) || initialsOfEither(name, team);
};

const couldSpell = (name: Reading, team: Reading): boolean => {
  if (name.marks !== team.marks || name.isDerived !== team.isDerived) return false;
  if (name.joined === team.joined || initialsOfEither(name, team)) return true;
  return name.tokens.length <= team.tokens.length && spellsInOrder(name.tokens, team.tokens);
};

const sharesWord = (name: Reading, team: Reading): boolean => {
  if (otherSquad(name, team)) return false;
  const beginnings = team.tokens
    .filter((token) => token.length >= sharedPrefix)
    .map((token) => token.slice(0, sharedPrefix));
  return name.tokens.filter(isTelling).some((token) => beginnings.includes(token.slice(0, sharedPrefix)));
};

const contradict = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].some((word) => !b.has(word)) && [...b].some((word) => !a.has(word));

const generations = new Set(["jr", "sr", "junior", "senior", "ii", "iii", "iv"]);

/** A fighter's names in another order, or with another middle name or nickname among them. */
const sameFighter = (a: Reading, b: Reading): boolean => {
  const [fewer, more] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words];
  const extra = more.filter((word) => !fewer.includes(word));
  return (
    fewer.length >= minWordsOfFighter &&
    fewer.every((word) => more.includes(word)) &&
    !extra.some((word) => generations.has(word))
  );
};

const plainlySame = (name: Reading, team: Reading, isFighter: boolean): boolean => {
  if (name.marks !== team.marks || name.isDerived !== team.isDerived) return false;
  if (name.joined === team.joined) return true;
  if (isFighter) return sameFighter(name, team);
  if (contradict(name.affixes, team.affixes)) return false;
  return name.tokens.some(isTelling) && name.tokens.join("") === team.tokens.join("");
};

const latin = /\p{Script=Latin}/u;

const clearlyAnother = (name: Reading, team: Reading, isFighter: boolean): boolean => {
  const marked = [name, team].some(
    ({ marks, isDerived, ...one }) => marks !== "" || isDerived || one.isPlaceholder,
  );
  if (marked || initialsOfEither(name, team)) return false;
  if (!latin.test(name.joined) || !latin.test(team.joined)) return false;
  if (isFighter && Math.min(name.words.length, team.words.length) < minWordsOfFighter) return false;
  return !name.words.some((word) =>
    team.words.some(
      (other) =>
        (isTelling(word) || isFighter) &&
        (tokensAlike(word, other) ||
          (word.length >= sharedPrefix && word.slice(0, sharedPrefix) === other.slice(0, sharedPrefix))),
    ),
  );
};

type Reader = (name: string) => Reading;

/** Names come back in every snapshot of a sport; so many of them are kept read. */
const namesKept = 4000;
const readersKept = 128;

const readers = new LRUCache<string, Reader>({ max: readersKept });

const readerOf = (sport: Sport): Reader => {
  const known = readers.get(sport.key);
  if (known !== undefined) return known;
  const comparison = comparisonOf(sport);
  const hasParticles = sport.group === "Soccer" || sport.group === "Handball";
  const readings = new LRUCache<string, Reading>({ max: namesKept });
  const reader = (name: string): Reading => {
    const found = readings.get(name);
    if (found !== undefined) return found;
    const reading = readName(name, comparison, hasParticles);
    readings.set(name, reading);
    return reading;
  };
  readers.set(sport.key, reader);
  return reader;
};

/** Compares the names of one sport. In a league of women's sides a book's "Women" behind a name says nothing. */
export const createNameEvidence = (sport: Sport): NameEvidence => {
  const read = readerOf(sport);
  const isFighter = isCombatSport(sport);
  return {
    isPlaceholder: (name) => read(name).isPlaceholder,
    isDerivedEvent: (name) => read(name).isDerived,
    isOtherSquad: (name, team) => otherSquad(read(name), read(team)),
    isMarked: (name) => read(name).marks !== "",
    differInSquad: (name, team) => read(name).marks !== read(team).marks,
    couldBe: (name, team) => couldBeSame(read(name), read(team)),
    couldSpell: (name, team) => couldSpell(read(name), read(team)),
    isTownOf: (name, team) =>
      read(name).affixes.size > 0 && read(name).tokens.length < read(team).tokens.length,
    resembles: (name, team) => couldBeSame(read(name), read(team)) || sharesWord(read(name), read(team)),
    isPlainlySameName: (name, team) => plainlySame(read(name), read(team), isFighter),
    isClearlyAnother: (name, team) => clearlyAnother(read(name), read(team), isFighter),
  };
};
