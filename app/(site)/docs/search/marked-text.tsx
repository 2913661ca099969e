import { Fragment } from "react";

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A text in which the found words are marked. @param words in lower case. */
export const MarkedText = ({ text, words }: { readonly text: string; readonly words: readonly string[] }) => {
  if (words.length === 0) return text;
  const parts = text.split(new RegExp(`(${words.map(escaped).join("|")})`, "gi"));
  return parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
    index % 2 === 1 ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
  );
};
