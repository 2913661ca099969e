import type { Spelling } from "@/server/domain/players/list-names";

const compareCodePoints = (a: string, b: string): number => {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at === -1) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
};

/** The spelling with the highest rank is shown. Ranks are compared element by element. */
const rankOf = ({ reading, tag, books }: Spelling, usualName: string | undefined): readonly number[] => [
  reading.given.length > 1 ? 1 : 0,
  tag === "" ? 1 : 0,
  reading.isTidy ? 1 : 0,
  books.length,
  reading.identity === usualName ? 1 : 0,
  reading.letters.length,
  reading.suffix === "" ? 0 : 1,
  reading.accents,
];

/**
 * Chooses the spelling under which a player is shown: the one that most books list. Initials, tags, capital letters alone and unusual word
 * order count less than any other spelling. A tie goes to the usual name, then to the most complete spelling, then by code point.
 * @param spellings at least one.
 * @param usualName the identity of the player's name in known-players.json.
 */
export const chooseSpelling = (spellings: readonly Spelling[], usualName: string | undefined): string => {
  let [best] = spellings;
  let bestRank = best === undefined ? [] : rankOf(best, usualName);
  for (const spelling of spellings.slice(1)) {
    const rank = rankOf(spelling, usualName);
    const at = rank.findIndex((value, index) => value !== bestRank[index]);
    const difference =
      at === -1 ? compareCodePoints(best?.text ?? "", spelling.text) : (rank[at] ?? 0) - (bestRank[at] ?? 0);
    if (difference <= 0) continue;
    best = spelling;
    bestRank = rank;
  }
  return best?.text ?? "";
};
