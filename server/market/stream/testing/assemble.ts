import { ownValue } from "@/server/domain/catalogue/own-value";
import type { ReceivedEvent } from "@/server/market/stream/testing/read-events";

type Json = Record<string, unknown>;
type Book = { key: string; last_update: unknown; markets: { key: string; last_update: unknown }[] };
type Fixture = { id: string; sport_key: string; commence_time: unknown; bookmakers: Book[] } & Json;
type Checked = {
  fixtures: { id: string; bookmakers: { key: string; last_update: unknown; markets: Json }[] }[];
};

/** The fixtures that a client has assembled from events, by sport and id. */
export type Assembled = Map<string, Map<string, Fixture>>;

const startOf = ({ commence_time: start }: Fixture): number =>
  typeof start === "number" ? start : Date.parse(String(start));

/** Orders fixtures by what clients can see: responses also compare fractions of a second. */
const byStart = (a: Fixture, b: Fixture): number => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1);

export const inOrder = (fixtures: readonly Fixture[]): Fixture[] => [...fixtures].sort(byStart);

const applyChecked = (fixtures: Map<string, Fixture>, checked: Checked): void => {
  for (const { id, bookmakers } of checked.fixtures)
    for (const { key, last_update, markets } of bookmakers) {
      const book = fixtures.get(id)?.bookmakers.find((candidate) => candidate.key === key);
      if (book === undefined) continue;
      book.last_update = last_update;
      for (const market of book.markets)
        market.last_update = ownValue(markets, market.key) ?? market.last_update;
    }
};

/** Applies one event, as the docs describe it to clients. */
export const applyEvent = (
  assembled: Assembled,
  { event, data }: Pick<ReceivedEvent, "event" | "data">,
): void => {
  const ofSport = (sport: string): Map<string, Fixture> => {
    const fixtures = assembled.get(sport) ?? new Map<string, Fixture>();
    assembled.set(sport, fixtures);
    return fixtures;
  };
  if (event === "reset") assembled.clear();
  if (event === "snapshot")
    assembled.set(
      data.sport,
      new Map(data.fixtures.map((fixture: Fixture) => [fixture.id, structuredClone(fixture)])),
    );
  if (event === "fixture") ofSport(data.sport_key).set(data.id, structuredClone(data));
  if (event === "gone") ofSport(data.sport).delete(data.id);
  if (event === "checked") applyChecked(ofSport(data.sport), data);
};

/** The fixtures of a sport in the order of a response. */
export const listOf = (assembled: Assembled, sport: string): Fixture[] =>
  inOrder([...(assembled.get(sport)?.values() ?? [])]);
