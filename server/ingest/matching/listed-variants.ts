import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { getOrInsert } from "@/server/domain/collections";
import type { ResolvedEvent } from "@/server/ingest/matching/resolve-events";
import type { Steps } from "@/server/ingest/matching/steps";
import { oneMatchMs } from "@/server/ingest/matching/windows";

/** `name`: a team's name without some of its first or last words. `added`: these words, with a `+` in the place of `name`. */
type Shortened = { readonly name: string; readonly added: string };

const shortenedForms = (name: string): Shortened[] => {
  const words = name.split(" ");
  return words.slice(1).flatMap((_, at) => {
    const [first, second] = [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")];
    return [
      { name: first, added: `+ ${second}` },
      { name: second, added: `${first} +` },
    ];
  });
};

const keyOf = (home: string, away: string): string => [home, away].sort().join("\n");

/**
 * Returns a function that tells whether an event is a part or a variant of another event of its snapshot. For example, "Flamengo 1st Half v
 * Santos 1st Half" is a part of "Flamengo v Santos", and "Flamengo Handicap v Santos Handicap" is a variant of that event. A part or
 * variant adds words to the name of one team, or the same words to the names of both teams. The starts of the two events differ by at most
 * `oneMatchMs`. Two matches of the same teams are not mistaken for variants: a book always spells a team in the same way, so neither match
 * adds words to the names of the other.
 */
export function* variantsIn(events: readonly ResolvedEvent[]): Steps<(event: ResolvedEvent) => boolean> {
  const startsOf = new Map<string, number[]>();
  for (const { home, away, start } of events) {
    const key = keyOf(normalizeName(home.name), normalizeName(away.name));
    getOrInsert(startsOf, key, () => []).push(start);
    yield;
  }
  return ({ home, away, start }) => {
    const [homeName, awayName] = [normalizeName(home.name), normalizeName(away.name)];
    const [homeForms, awayForms] = [shortenedForms(homeName), shortenedForms(awayName)];
    const shorter = [
      ...homeForms.map((form) => keyOf(form.name, awayName)),
      ...awayForms.map((form) => keyOf(homeName, form.name)),
      ...homeForms.flatMap((form) =>
        awayForms.filter(({ added }) => added === form.added).map(({ name }) => keyOf(form.name, name)),
      ),
    ];
    return shorter.some((key) => startsOf.get(key)?.some((other) => Math.abs(other - start) <= oneMatchMs));
  };
}
