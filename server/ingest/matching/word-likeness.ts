/** Whether the words differ by one letter that is missing, added or changed. */
const differsByOneLetter = (a: string, b: string): boolean => {
  if (a[0] !== b[0] && a[1] !== b[1] && a[0] !== b[1] && a[1] !== b[0]) return false;
  if (a.length > b.length) return differsByOneLetter(b, a);
  if (b.length - a.length > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  return a.slice(b.length === a.length ? start + 1 : start) === b.slice(start + 1);
};

const minPrefix = 3;
const minMisspelledLength = 6;

/** Abbreviations in the names of fighters and American teams. `word-forms.ts` and `school-names.ts` have those of clubs and schools. */
const shortForms: ReadonlyMap<string, readonly string[]> = new Map([
  ["utd", ["united"]],
  ["st", ["saint", "state"]],
]);

const maxShortForm = 3;

const otherForms: ReadonlyMap<string, readonly string[]> = new Map([
  ...shortForms,
  ["united", ["utd"]],
  ["saint", ["st"]],
  ["state", ["st"]],
]);

/** Whether one word may be a spelling of the other: an abbreviation, or a spelling with one other letter. */
export const tokensAlike = (a: string, b: string): boolean => {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= minPrefix && long.startsWith(short)) return true;
  if (short.length <= maxShortForm && shortForms.get(short)?.includes(long)) return true;
  return long.length >= minMisspelledLength && long.length - short.length <= 1 && differsByOneLetter(a, b);
};

/**
 * Keys of a word. Two words that `tokensAlike` finds alike, or that begin with the same three letters, share a key. In words of at least
 * six letters that differ by one letter, either the first three or the last three letters are the same.
 */
export const wordKeys = (word: string): string[] => {
  const keys = [`=${word}`];
  if (word.length >= minPrefix) keys.push(`^${word.slice(0, minPrefix)}`);
  if (word.length >= minMisspelledLength - 1) keys.push(`$${word.slice(-minPrefix)}`);
  for (const form of otherForms.get(word) ?? []) keys.push(`=${form}`);
  return keys;
};

/** Whether `word` could be a spelling of `teamWord`. If `word` begins with `teamWord`, it may add only one letter. */
export const couldSpellWord = (word: string, teamWord: string): boolean =>
  tokensAlike(word, teamWord) && !(word.length > teamWord.length + 1 && word.startsWith(teamWord));
