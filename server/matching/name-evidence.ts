import { normalizeName, squadMarks, withoutWomensMark } from "@/server/catalogue/normalize-name";
import type { Sport } from "@/server/catalogue/sports";

/** Words that many clubs carry or drop at will. */
const affixes = new Set(
  "a ac afc ad as bc bk bsc c ca cd cf cfc cs de del der do e ec ff fc fk hc if ik jk k kf ks la le los nk of pfc r rc rcd s sad sc sd se sk ss ssc sv tsv tus u ud us v vfb vfl w".split(
    " ",
  ),
);

/** Words that name no club by themselves. */
const generic = new Set(
  "academy albion and athletic atletico athletico city club college county deportivo dinamo dynamo east hotspur inter international lokomotiv nacional new north olympic olympique racing rangers real rovers saint san santa south sport sporting sports sportivo sporting st state stars team the tigers town union united universidad university utd wanderers west".split(
    " ",
  ),
);

/** Words that make another event of a team's name: a part of the match, a simulation, a selection. */
const derived =
  /\b(?:corners?|bookings?|cards?|shots?|offsides?|fouls?|penalt(?:y|ies)|throw ins?|goal kicks?|1st|2nd|half|quarter|extra time|aet|sets?|games?|esports?|e sports?|cyber|virtual|srl|simulated|amateurs?|legends|all stars?|masters)\b/;

/** What sources write where no team is known yet, or where the row is no match. */
const placeholder =
  /^(?:|tbd|tba|tbc|to be (?:determined|decided|announced|confirmed)|unknown|none|null|undefined|n a|home|away|draw|tie|x|yes|no|over|under|field|the field|home (?:team|side|teams|goals)|away (?:team|side|teams|goals)|(?:team|player|opponent) ?(?:[a-d]|\d{1,2})|(?:winner|loser|runner up|w|l)(?: of)? (?:match |game |group |semi ?final |quarter ?final |sf|qf|m|g)? ?[a-z]?\d{0,3}|(?:winner|loser|runner up) .*|[a-h]\d|\d+)$/;

/** Books list a match's corners or cards as a match of its own. */
const partOfMatch =
  /\b(?:corners?|bookings?|yellow cards?|red cards?|offsides?|fouls|throw ins?|goal kicks?|shots on (?:goal|target))$/;

const saysMore = (token: string): boolean => !generic.has(token) && !/^\d+$/.test(token) && token.length > 2;

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

const shortForms: Readonly<Record<string, readonly string[]>> = { utd: ["united"], st: ["saint", "state"] };

const tokensAlike = (a: string, b: string): boolean => {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= shortestPrefix && long.startsWith(short)) return true;
  if (shortForms[short]?.includes(long)) return true;
  return long.length >= shortestMisspelt && oneLetterOff(a, b);
};

const covers = (fewer: readonly string[], more: readonly string[]): boolean =>
  fewer.every((token) => more.some((other) => tokensAlike(token, other)));

/** What two names say about each other. Nothing here is proof by itself. */
export type NameEvidence = {
  /** The name names no team. */
  readonly isPlaceholder: (name: string) => boolean;
  /**
   * The name states another side of the club (women, reserves, youth) than the team is. A name without such marks states nothing.
   */
  readonly isOtherSquad: (name: string, team: string) => boolean;
  /**
   * The name could be another spelling of the team: every significant word of the shorter has a like one in the longer, or one is the
   * other's initials.
   */
  readonly couldBe: (name: string, team: string) => boolean;
  /** The two share a word that says something, or the beginning of one: enough for doubt where the opponents do so too. */
  readonly resembles: (name: string, team: string) => boolean;
  /**
   * The name is plainly the team's, or a shorter or longer form of it: all significant words of the one stand in the other, one of them says
   * more than "United" does, and what is left over names no other side of the club and no other kind of event.
   */
  readonly isPlainlySameName: (name: string, team: string) => boolean;
};

const sharedPrefix = 4;
const fewestInitials = 2;

/** What the comparisons need of one name. */
type Reading = {
  /** The letters alone where the name is one word, else empty. */
  readonly word: string;
  readonly initials: string;
  /** All letters without the spaces between words. */
  readonly joined: string;
  /** Significant words, and the affixes left out of them. */
  readonly tokens: readonly string[];
  readonly affixes: readonly string[];
  /** See `squadMarks`. */
  readonly marks: string;
  readonly isDerived: boolean;
  readonly isPlaceholder: boolean;
};

const readName = (name: string, womens: boolean): Reading => {
  const full = normalizeName(name);
  const normalized = womens ? withoutWomensMark(full) : full;
  const words = normalized.split(" ").filter((word) => word !== "");
  const significant = words.filter((word) => !affixes.has(word));
  const marks = squadMarks(name);
  return {
    word: words.length === 1 && normalized.length >= fewestInitials ? normalized : "",
    initials: words.map((word) => word[0] ?? "").join(""),
    joined: words.join(""),
    affixes: significant.length > 0 ? words.filter((word) => affixes.has(word)) : [],
    tokens: significant.length > 0 ? significant : words,
    marks: womens ? marks.replace(/ ?women/, "").trim() : marks,
    isDerived: derived.test(full),
    isPlaceholder: placeholder.test(full) || partOfMatch.test(full),
  };
};

const otherSquad = (name: Reading, team: Reading): boolean => name.marks !== "" && name.marks !== team.marks;

const isInitials = (short: Reading, long: Reading): boolean =>
  short.word !== "" && short.word === long.initials;

const couldBeSame = (name: Reading, team: Reading): boolean => {
  if (otherSquad(name, team)) return false;
  if (name.joined === team.joined) return true;
  const [a, b] = [name.tokens, team.tokens];
  return (
    (a.length <= b.length ? covers(a, b) : covers(b, a)) || isInitials(name, team) || isInitials(team, name)
  );
};

const sharesWord = (name: Reading, team: Reading): boolean => {
  if (otherSquad(name, team)) return false;
  const beginnings = team.tokens
    .filter((token) => token.length >= sharedPrefix)
    .map((token) => token.slice(0, sharedPrefix));
  return name.tokens.filter(saysMore).some((token) => beginnings.includes(token.slice(0, sharedPrefix)));
};

const contradict = (a: readonly string[], b: readonly string[]): boolean =>
  a.some((word) => !b.includes(word)) && b.some((word) => !a.includes(word));

const plainlySame = (name: Reading, team: Reading): boolean => {
  if (name.marks !== team.marks || name.isDerived !== team.isDerived) return false;
  if (name.joined === team.joined) return true;
  if (contradict(name.affixes, team.affixes)) return false;
  const [a, b] = [name.tokens, team.tokens];
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  return fewer.some(saysMore) && fewer.every((token) => more.includes(token));
};

/**
 * Compares the names of one sport; each name is read once for as long as the result lives. In a league of women's sides a book's "Women"
 * behind a name says nothing.
 */
export const createNameEvidence = (sport: Pick<Sport, "womens">): NameEvidence => {
  const readings = new Map<string, Reading>();
  const read = (name: string): Reading => {
    const known = readings.get(name);
    if (known !== undefined) return known;
    const reading = readName(name, sport.womens);
    readings.set(name, reading);
    return reading;
  };
  return {
    isPlaceholder: (name) => read(name).isPlaceholder,
    isOtherSquad: (name, team) => otherSquad(read(name), read(team)),
    couldBe: (name, team) => couldBeSame(read(name), read(team)),
    resembles: (name, team) => couldBeSame(read(name), read(team)) || sharesWord(read(name), read(team)),
    isPlainlySameName: (name, team) => plainlySame(read(name), read(team)),
  };
};
