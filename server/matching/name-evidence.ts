import { normalizeName, squadMarks, withoutWomensMark } from "@/server/catalogue/normalize-name";
import type { Sport } from "@/server/catalogue/sports";

/** Words that many clubs carry or drop at will. */
const affixes = new Set(
  "a ac afc ad as bc bk bsc c ca cd cf cfc cs de del der do e ec ff fc fk hc if ik jk k kf ks la le los nk of pfc r rc rcd s sad sc sd se sk sp ss ssc sv tsv tus u ud us v vfb vfl w".split(
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

/** A name that names no team. */
export const isPlaceholder = (name: string): boolean => {
  const normalized = normalizeName(name);
  return placeholder.test(normalized) || partOfMatch.test(normalized);
};

const saysMore = (token: string): boolean => !generic.has(token) && !/^\d+$/.test(token) && token.length > 2;

/** Whether one letter is missing, added or changed. */
const oneLetterOff = (a: string, b: string): boolean => {
  if (a.length > b.length) return oneLetterOff(b, a);
  if (b.length - a.length > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  return a.slice(b.length === a.length ? start + 1 : start) === b.slice(start + 1);
};

const shortestPrefix = 3;
const shortestMisspelt = 6;

const tokensAlike = (a: string, b: string): boolean => {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= shortestPrefix && long.startsWith(short)) return true;
  if (short === "utd" && long === "united") return true;
  return long.length >= shortestMisspelt && oneLetterOff(a, b);
};

const initialsOf = (name: string): string =>
  normalizeName(name)
    .split(" ")
    .map((token) => token[0] ?? "")
    .join("");

const isInitials = (short: string, long: string): boolean => {
  const letters = normalizeName(short);
  return letters.length >= 2 && !letters.includes(" ") && initialsOf(long) === letters;
};

const covers = (fewer: readonly string[], more: readonly string[]): boolean =>
  fewer.every((token) => more.some((other) => tokensAlike(token, other)));

/** What two names say about each other. Nothing here is proof by itself. */
export type NameEvidence = {
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
   * The name is plainly the team's in a shorter or longer form: all significant words of the one stand in the other, one of them says
   * more than "United" does, and what is left over names no other side of the club and no other kind of event.
   */
  readonly isPlainlySameName: (name: string, team: string) => boolean;
};

const sharedPrefix = 4;

const evidenceAmong = (womens: boolean): NameEvidence => {
  const marksOf = (name: string): string => {
    const marks = squadMarks(name);
    return womens ? marks.replace(/ ?women/, "").trim() : marks;
  };
  const tokensOf = (name: string): string[] => {
    const normalized = normalizeName(name);
    const all = (womens ? withoutWomensMark(normalized) : normalized)
      .split(" ")
      .filter((token) => token !== "");
    const significant = all.filter((token) => !affixes.has(token));
    return significant.length > 0 ? significant : all;
  };
  const isOtherSquad = (name: string, team: string): boolean => {
    const marks = marksOf(name);
    return marks !== "" && marks !== marksOf(team);
  };
  const couldBe = (name: string, team: string): boolean => {
    if (isOtherSquad(name, team)) return false;
    const [a, b] = [tokensOf(name), tokensOf(team)];
    return (
      (a.length <= b.length ? covers(a, b) : covers(b, a)) || isInitials(name, team) || isInitials(team, name)
    );
  };
  const resembles = (name: string, team: string): boolean => {
    if (isOtherSquad(name, team)) return false;
    if (couldBe(name, team)) return true;
    const others = tokensOf(team).filter((token) => token.length >= sharedPrefix);
    return tokensOf(name)
      .filter(saysMore)
      .some((token) => others.some((other) => token.slice(0, sharedPrefix) === other.slice(0, sharedPrefix)));
  };
  const isPlainlySameName = (name: string, team: string): boolean => {
    if (marksOf(name) !== marksOf(team)) return false;
    if (derived.test(normalizeName(name)) !== derived.test(normalizeName(team))) return false;
    const [a, b] = [tokensOf(name), tokensOf(team)];
    const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
    return fewer.some(saysMore) && fewer.every((token) => more.includes(token));
  };
  return { isOtherSquad, couldBe, resembles, isPlainlySameName };
};

const amongWomen = evidenceAmong(true);
const amongAll = evidenceAmong(false);

/** In a league of women's sides a book's "Women" behind a name says nothing. */
export const nameEvidence = (sport: Pick<Sport, "womens">): NameEvidence =>
  sport.womens ? amongWomen : amongAll;
