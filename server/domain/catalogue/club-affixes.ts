/*
 * The only lists of club affixes, particles and generic words. The team index and matching share them, so that the same words identify a
 * club in both.
 */

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words that do not distinguish clubs: a book may add them to a club's name or leave them out. */
const neutral = wordsOf("fc cf afc cfc club the");

/** Affixes that can be the only difference between two clubs' names ("Barcelona SC", "FC Barcelona"). */
const distinguishing = wordsOf(
  "ac acf ad ae ao ar as bc bk bsc bv ca cd cr cs csd ec ff fk fsv gif gks gnk hc hk ifk if ik il jk kf kk ks kv kvc krc mfk nfc nk ogc osc pfc rc rcd rfc rks rsc sad sc sco sd se sfc sk sl ss ssc sv tc tsg tsv tus ud us usc vfb vfl vfr vv calcio",
);

/** Articles, prepositions and conjunctions, which sources leave out inside a name ("Deportivo de La Coruña", "Deportivo Coruna"). */
export const particles = wordsOf(
  "al and da das de del den der di do dos du e el et la las le les los of the und van von y",
);

// Founding years. Not 1860, because that year alone can name a club: TSV 1860 München. German clubs shorten the year: "Mainz 05".
const foundingYear = /^(?:18(?!60)\d\d|19\d\d|0[4-9]|9[2-9])$/;

/** Words that many clubs' names contain. Such a word alone does not identify a club. */
const generic = wordsOf(
  "academy albion athletic atletico athletico city college county deportes deportivo dynamo east hotspur inter international lokomotiv nacional national new north olympic olympique racing rangers real rovers saint san santa south sport sporting sports sportivo st state stars team tigers town union united universidad university utd wanderers west western",
);

const isAffix = (token: string): boolean =>
  neutral.has(token) || distinguishing.has(token) || foundingYear.test(token);

/** Whether the word identifies a club by itself, unlike an affix ("FC"), a particle ("de") or a generic word ("United"). */
export const isDistinctive = (token: string): boolean =>
  token.length > 2 && !isAffix(token) && !particles.has(token) && !generic.has(token) && !/^\d+$/.test(token);

export type ClubName = {
  /** The name without the affixes at its ends and without the particles between its words. */
  readonly core: string;
  /** The affixes that distinguish clubs. */
  readonly affixes: ReadonlySet<string>;
  /** The affixes that do not distinguish clubs: "FC", a founding year. */
  readonly neutral: ReadonlySet<string>;
};

/** A name whose core consists of all its words. */
export const wholeName = (normalized: string): ClubName => ({
  core: normalized,
  affixes: new Set(),
  neutral: new Set(),
});

/** Removes particles, except as the first or the last word. */
const withoutParticles = (tokens: readonly string[]): readonly string[] =>
  tokens.filter((token, at) => at === 0 || at === tokens.length - 1 || !particles.has(token));

/**
 * For soccer tournaments of national teams. Removes particles but keeps affixes: without "CD", the club "CD Chile" would look like "Chile".
 */
export const splitNation = (normalized: string): ClubName =>
  wholeName(withoutParticles(normalized.split(" ")).join(" "));

/** Splits a normalized name into its core and the affixes at its ends. If all words are affixes, all of them are the core. */
export const splitAffixes = (normalized: string): ClubName => {
  const tokens = normalized.split(" ");
  let first = 0;
  let last = tokens.length;
  // "1. FC Köln"
  if (tokens[0] === "1" && neutral.has(tokens[1] ?? "")) first = 1;
  while (first < last && isAffix(tokens[first] ?? "")) first += 1;
  while (last > first && isAffix(tokens[last - 1] ?? "")) last -= 1;
  if (first === last) return wholeName(normalized);
  const dropped = [...tokens.slice(0, first), ...tokens.slice(last)];
  return {
    core: withoutParticles(tokens.slice(first, last)).join(" "),
    affixes: new Set(dropped.filter((token) => distinguishing.has(token))),
    neutral: new Set(dropped.filter((token) => !distinguishing.has(token) && token !== "1")),
  };
};

/** The distinctive words of a normalized name. */
export const distinctiveWords = (normalized: string): string[] => normalized.split(" ").filter(isDistinctive);
