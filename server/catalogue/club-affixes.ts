/** Words that a book may write or drop without meaning another club. */
const neutral = new Set("fc cf afc club the".split(" "));

/** Words that belong to a club's full name; two clubs of one town can differ in them alone ("Barcelona SC", "FC Barcelona"). */
const distinctive = new Set(
  "ac ad ae ao as bc bk bsc ca cd cr cs csd ec ff fk fsv gif gks gnk hc hk ifk if ik il jk kf kk ks kv kvc krc mfk nk ogc osc pfc rc rcd rfc rsc sad sc sd se sk ss ssc sv tc tsg tsv uc ud us usc vfb vfl calcio".split(
    " ",
  ),
);

// Founding years; 1860 alone names a club (TSV 1860).
const foundingYear = /^(?:18(?!60)\d\d|19\d\d)$/;

const isAffix = (token: string): boolean =>
  neutral.has(token) || distinctive.has(token) || foundingYear.test(token);

export type ClubName = { readonly core: string; readonly affixes: ReadonlySet<string> };

/** A normalized name without the affixes at its ends, and those of them that tell clubs apart. A name of nothing else keeps them. */
export const splitAffixes = (normalized: string): ClubName => {
  const tokens = normalized.split(" ");
  let first = 0;
  let last = tokens.length;
  while (first < last && isAffix(tokens[first] ?? "")) first += 1;
  while (last > first && isAffix(tokens[last - 1] ?? "")) last -= 1;
  if (first === last) return { core: normalized, affixes: new Set() };
  const dropped = [...tokens.slice(0, first), ...tokens.slice(last)];
  return {
    core: tokens.slice(first, last).join(" "),
    affixes: new Set(dropped.filter((token) => distinctive.has(token))),
  };
};

/** Words that many names share, so that having one in common says nothing. */
const commonWords = new Set(
  "al and athletic atletico city club county de del do east el fc international la las los new north of olympique racing real rovers saint san santa south sporting st state team the town union united university utd west western".split(
    " ",
  ),
);

/** The words of a normalized name by which another spelling of it could be recognised. */
export const tellingWords = (normalized: string): string[] =>
  normalized.split(" ").filter((token) => token.length > 2 && !commonWords.has(token) && !isAffix(token));
