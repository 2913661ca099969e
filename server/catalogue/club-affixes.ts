const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words that a book may write or drop without meaning another club. */
const neutral = wordsOf("fc cf afc cfc club the");

/** Words that belong to a club's full name; two clubs of one town can differ in them alone ("Barcelona SC", "FC Barcelona"). */
const distinctive = wordsOf(
  "ac acf ad ae ao ar as bc bk bsc bv ca cd cr cs csd ec ff fk fsv gif gks gnk hc hk ifk if ik il jk kf kk ks kv kvc krc mfk nfc nk ogc osc pfc rc rcd rfc rks rsc sad sc sco sd se sfc sk sl ss ssc sv tc tsg tsv tus ud us usc vfb vfl vfr vv calcio",
);

/** Articles and prepositions, which sources leave out inside a name ("Deportivo de La Coruña", "Deportivo Coruna"). */
export const particles = wordsOf(
  "al and da das de del den der di do dos du e el et la las le les los of the und van von y",
);

// Founding years; 1860 alone names a club (TSV 1860). German clubs shorten theirs: "Mainz 05".
const foundingYear = /^(?:18(?!60)\d\d|19\d\d|0[4-9]|9[2-9])$/;

/** Words that many names share, so that having one in common says nothing. */
const generic = wordsOf(
  "academy albion athletic atletico athletico city college county deportes deportivo dynamo east hotspur inter international lokomotiv nacional national new north olympic olympique racing rangers real rovers saint san santa south sport sporting sports sportivo st state stars team tigers town union united universidad university utd wanderers west western",
);

const isAffix = (token: string): boolean =>
  neutral.has(token) || distinctive.has(token) || foundingYear.test(token);

/** Whether the word tells one club from another, unlike "FC", "de" or "United". */
export const isTelling = (token: string): boolean =>
  token.length > 2 && !isAffix(token) && !particles.has(token) && !generic.has(token) && !/^\d+$/.test(token);

export type ClubName = {
  readonly core: string;
  /** The affixes that tell clubs apart. */
  readonly affixes: ReadonlySet<string>;
  /** Affixes that any club may carry: "FC", a founding year. */
  readonly neutral: ReadonlySet<string>;
};

/** A name whose every word counts. */
export const wholeName = (normalized: string): ClubName => ({
  core: normalized,
  affixes: new Set(),
  neutral: new Set(),
});

/** Without the particles between the first word and the last. */
const withoutParticles = (tokens: readonly string[]): readonly string[] =>
  tokens.filter((token, at) => at === 0 || at === tokens.length - 1 || !particles.has(token));

/** A country's name, which has no affixes: "UC Chile" is a club. */
export const splitNation = (normalized: string): ClubName =>
  wholeName(withoutParticles(normalized.split(" ")).join(" "));

/** A normalized name without the affixes at its ends, and those of them that tell clubs apart. A name of nothing else keeps them. */
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
    affixes: new Set(dropped.filter((token) => distinctive.has(token))),
    neutral: new Set(dropped.filter((token) => !distinctive.has(token) && token !== "1")),
  };
};

/** The words of a normalized name by which another spelling of it could be recognised. */
export const tellingWords = (normalized: string): string[] => normalized.split(" ").filter(isTelling);
