import { distance } from "fastest-levenshtein";
import { compare } from "@/server/domain/collections";

const maxSuggestions = 3;
/** Longer keys get no suggestion, because the edit distance takes time in proportion to the length. */
const maxCharacters = 60;

/** Names of markets that other services and people use, by our market key. */
const marketSynonyms: Readonly<Record<string, readonly string[]>> = {
  h2h: ["moneyline", "money_line", "ml", "winner", "match_winner", "head_to_head", "1x2"],
  spreads: ["spread", "handicap", "handicaps", "point_spread", "run_line", "puck_line", "asian_handicap"],
  totals: ["total", "over_under", "overunder", "ou", "o_u", "totals_over_under"],
  h2h_3_way: ["three_way", "3_way", "h2h_3way"],
  team_totals: ["team_total"],
};

const synonyms = new Map(
  Object.entries(marketSynonyms).flatMap(([key, names]) => names.map((name) => [name, key] as const)),
);

const normalized = (key: string): string =>
  key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
const withoutSeparators = (key: string): string => key.replaceAll("_", "");

/**
 * Lower is more similar. The integer part is the class: 0 if only separators differ, 1 if `wanted` is a whole segment, 1 + the number of
 * edits, or 100 if `wanted` is a part. The fraction prefers short keys. Undefined if the keys are not similar.
 */
const dissimilarity = (wanted: string, key: string): number | undefined => {
  if (withoutSeparators(key) === withoutSeparators(wanted)) return 0;
  if (key.split("_").includes(wanted)) return 1 + key.length / 1_000;
  const edits = distance(wanted, key);
  if (edits <= Math.max(1, Math.floor(wanted.length / 4))) return 1 + edits;
  return wanted.length >= 3 && key.includes(wanted) ? 100 + key.length / 1_000 : undefined;
};

/** The keys of the best class of similarity, the most similar first. */
const bestMatches = (wanted: string, keys: readonly string[]): readonly string[] => {
  const scored = keys
    .flatMap((key) => {
      const score = dissimilarity(wanted, key);
      return score === undefined ? [] : [{ key, score }];
    })
    .sort((a, b) => a.score - b.score || compare(a.key, b.key));
  const best = Math.floor(scored[0]?.score ?? 0);
  return scored.filter(({ score }) => Math.floor(score) === best).map(({ key }) => key);
};

/**
 * A sentence that names up to three similar keys, with a space before it: ` Did you mean "h2h"?`. Empty if no key is similar.
 * @param wanted the unknown key that a client sent.
 */
export const didYouMean = (wanted: string, keys: Iterable<string>): string => {
  if (wanted.length > maxCharacters) return "";
  const name = normalized(wanted);
  const all = [...keys];
  const synonym = synonyms.get(name);
  const similar =
    synonym !== undefined && all.includes(synonym)
      ? [synonym]
      : bestMatches(name, all).slice(0, maxSuggestions);
  if (similar.length === 0) return "";
  const shown = similar.map((key) => `"${key}"`);
  const last = shown.pop();
  return ` Did you mean ${shown.length === 0 ? last : `${shown.join(", ")} or ${last}`}?`;
};
