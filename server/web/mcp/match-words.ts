import { normalizeName } from "@/server/domain/catalogue/normalize-name";

/** Whether each word of `name` begins a word of a candidate. A name without a letter or digit matches nothing. */
export const createMatchesWords = (name: string): ((candidate: string) => boolean) => {
  const normalized = normalizeName(name);
  if (normalized === "") return () => false;
  const words = normalized.split(" ");
  return (candidate) => {
    const own = normalizeName(candidate).split(" ");
    return words.every((word) => own.some((part) => part.startsWith(word)));
  };
};
