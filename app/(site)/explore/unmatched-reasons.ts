import type { UnmatchedReason } from "@/server/market/board/quote-markets";

/** Why a book is not shown, to follow the book's name. */
export const unmatchedReasons: Readonly<Record<UnmatchedReason, string>> = {
  not_matched: "lists a game that may be this one; we couldn't match it safely",
  looks_inverted: "its two sides look swapped",
  start_contradicted: "says the game has started, so its prices may be in-play",
};

/** Whether a book's prices are withheld although its event was matched. */
export const isWithheld = (reason: UnmatchedReason): boolean => reason !== "not_matched";
