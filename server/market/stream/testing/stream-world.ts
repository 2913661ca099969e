import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { minuteMs } from "@/server/domain/durations";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import {
  eventOf,
  moneyline,
  silentLog,
  snapshotOf,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import { type Assembled, applyEvent, inOrder, listOf } from "@/server/market/stream/testing/assemble";
import { readByAll, startInstance, type TestInstance } from "@/server/market/stream/testing/instances";
import { openStreamClient, type StreamClient } from "@/server/market/stream/testing/read-events";
import { scriptedMeter } from "@/server/web/http/testing/scripted-meter";

const sport = "americanfootball_nfl";
const books = ["northline", "harbour", "lateral", "redfern"] as const;
const games = [
  ["Buffalo Bills", "Kansas City Chiefs"],
  ["New York Jets", "Miami Dolphins"],
  ["New York Giants", "Dallas Cowboys"],
  ["Chicago Bears", "Green Bay Packers"],
  ["Denver Broncos", "Las Vegas Raiders"],
  ["Seattle Seahawks", "Los Angeles Rams"],
] as const;
/** Another spelling of each home team, which the books also use. */
const aliases = ["Bills", "NY Jets", "NY Giants", "Bears", "Broncos", "Seahawks"] as const;
const filters = [
  "",
  "&oddsFormat=decimal&dateFormat=unix",
  "&bookmakers=northline,harbour&markets=h2h",
] as const;
const instancesCount = 3;
/** Only ends tests that hang. */
const maxSettleMs = 240_000;

export type WorldStep =
  | { readonly kind: "price"; readonly game: number; readonly book: number; readonly price: number }
  | { readonly kind: "check"; readonly book: number }
  | { readonly kind: "pass"; readonly seconds: number }
  | { readonly kind: "invert"; readonly game: number; readonly book: number }
  | { readonly kind: "withdraw"; readonly book: number }
  | { readonly kind: "move start"; readonly game: number; readonly minutes: number }
  | { readonly kind: "alias"; readonly game: number; readonly book: number }
  | { readonly kind: "cut"; readonly client: number; readonly to: number }
  | { readonly kind: "disconnect"; readonly client: number }
  | { readonly kind: "reconnect"; readonly client: number; readonly to: number }
  | { readonly kind: "pause"; readonly client: number }
  | { readonly kind: "restart"; readonly instance: number; readonly isKilled: boolean }
  | { readonly kind: "compare" };

type Quote = { price: number; isInverted: boolean; isAlias: boolean; isQuoted: boolean };

type Client = {
  readonly filter: string;
  readonly assembled: Assembled;
  connection: StreamClient | undefined;
  lastEventId: string | undefined;
  at: number;
};

export type StreamWorld = {
  /** Prepares a run: new games, with new starts, and all clients connected. */
  readonly begin: () => Promise<void>;
  readonly take: (step: WorldStep) => Promise<void>;
  /** Waits until each client has what a fresh response has at its cursor, times included. @throws if a client has lost something. */
  readonly compare: () => Promise<void>;
  readonly figures: () => {
    readonly comparisons: number;
    readonly cuts: number;
    readonly restarts: number;
    readonly resumed: number;
    readonly resent: number;
    readonly events: Readonly<Record<string, number>>;
  };
  readonly close: () => Promise<void>;
};

/** Three instances on one database, clients that follow them, and a market that changes. */
export const createStreamWorld = async (): Promise<StreamWorld> => {
  const database: TestDatabase = await testDatabase();
  const meter = scriptedMeter();
  meter.addKey("business", "business", { allowance: 1e9 });
  let movedMs = 0;
  const clock = (): number => Date.now() + movedMs;
  const recorder = { db: database.db, archiveFrom: 0, clock: fixedClock(clock), log: silentLog };
  const start = (): Promise<TestInstance> =>
    startInstance({ db: database.connect(), clock, meter, identifyKey: (key) => meter.identifyKey(key) });
  const instances: TestInstance[] = [];
  for (let count = 0; count < instancesCount; count++) instances.push(await start());
  const counts = { comparisons: 0, cuts: 0, restarts: 0, resumed: 0, resent: 0 };
  const events = new Map<string, number>();
  let starts: number[] = [];
  let quotes = new Map<string, Quote>();

  const quoteOf = (game: number, book: number): Quote => {
    const key = `${game} ${book}`;
    const quote = quotes.get(key) ?? { price: 150, isInverted: false, isAlias: false, isQuoted: true };
    quotes.set(key, quote);
    return quote;
  };

  const snapshotOfBook = (book: number): BookSnapshot => {
    const listed = games.flatMap(([home, away], game) => {
      const quote = quoteOf(game, book);
      const at = starts[game] ?? 0;
      if (!quote.isQuoted || at <= clock()) return [];
      const [first, second] = quote.isInverted
        ? [quote.price, -quote.price - 30]
        : [-quote.price - 30, quote.price];
      const names = { home: quote.isAlias ? (aliases[game] ?? home) : home, away };
      return [eventOf(at, [moneyline(first, second), totals(44.5 + game, -110, -110)], names)];
    });
    return snapshotOf(books[book] ?? "northline", clock(), listed, {
      complete: true,
      update_interval_seconds: 30,
    });
  };

  const record = async (...indexes: readonly number[]): Promise<void> => {
    for (const index of indexes)
      await recordSnapshots(recorder, [snapshotOfBook(index)], { clock: "now", now: clock() });
  };

  const clients: Client[] = filters.flatMap((filter) =>
    [0, 1].map((at) => ({
      filter,
      assembled: new Map(),
      connection: undefined,
      lastEventId: undefined,
      at,
    })),
  );

  const urlOf = (at: number): string => {
    const instance = instances[at % instancesCount];
    if (instance === undefined) throw new Error("no such instance");
    return instance.url;
  };

  const connect = async (client: Client): Promise<void> => {
    const isResumed = client.lastEventId !== undefined;
    if (!isResumed) client.assembled.clear();
    const before = new Map(client.assembled.get(sport) ?? []);
    let isLive = false;
    client.connection = await openStreamClient(
      `${urlOf(client.at)}/v1/odds/stream?sports=${sport}${client.filter}`,
      {
        "x-api-key": "business",
        ...(client.lastEventId !== undefined && { "last-event-id": client.lastEventId }),
      },
      ({ event, data, id }) => {
        events.set(event, (events.get(event) ?? 0) + 1);
        const known = event === "fixture" && isResumed && !isLive ? before.get(data.id) : undefined;
        if (known !== undefined && JSON.stringify(known) === JSON.stringify(data)) counts.resent += 1;
        if (id !== undefined) isLive = true;
        applyEvent(client.assembled, { event, data });
        // As in browsers, the last id stays until another one arrives, also on the next connection.
        client.lastEventId = id ?? client.lastEventId;
      },
    );
    if (isResumed) counts.resumed += 1;
  };

  const disconnect = async (client: Client): Promise<void> => {
    client.connection?.close();
    await client.connection?.ended;
  };

  const restart = async (index: number, isKilled: boolean): Promise<void> => {
    const old = instances[index];
    counts.restarts += 1;
    await old?.close(isKilled);
    instances[index] = await start();
    for (const client of clients) if (client.at % instancesCount === index) await connect(client);
  };

  const read = async (client: Client) => {
    const response = await fetch(`${urlOf(client.at)}/v1/sports/${sport}/odds?${client.filter.slice(1)}`, {
      headers: { "x-api-key": "business" },
    });
    return response.json();
  };

  const compareOne = async (client: Client): Promise<void> => {
    client.connection?.resume();
    const until = performance.now() + maxSettleMs;
    for (;;) {
      const fresh = inOrder(await read(client));
      const assembled = listOf(client.assembled, sport);
      const isEqual = JSON.stringify(assembled) === JSON.stringify(fresh);
      if (isEqual || performance.now() > until) {
        expect(assembled).toEqual(fresh);
        counts.comparisons += 1;
        return;
      }
      await delay(25);
    }
  };

  const compare = async (): Promise<void> => {
    await Promise.all(clients.map(compareOne));
  };

  const clientAt = (index: number): Client => {
    const client = clients[index % clients.length];
    if (client === undefined) throw new Error("no such client");
    return client;
  };

  const take = async (step: WorldStep): Promise<void> => {
    switch (step.kind) {
      case "price":
        quoteOf(step.game, step.book).price = step.price;
        return record(step.book);
      case "check":
        return record(step.book);
      case "pass":
        movedMs += step.seconds * 1_000;
        return;
      case "invert": {
        const quote = quoteOf(step.game, step.book);
        quote.isInverted = !quote.isInverted;
        // The other books are checked too, because a book is judged by books that were checked at the same time.
        return record(0, 1, 2, 3);
      }
      case "withdraw": {
        const quote = quoteOf(0, step.book);
        quote.isQuoted = !quote.isQuoted;
        return record(step.book);
      }
      case "move start":
        starts = starts.map((at, game) => (game === step.game ? clock() + step.minutes * minuteMs : at));
        return record(0, 1, 2, 3);
      case "alias": {
        const quote = quoteOf(step.game, step.book);
        quote.isAlias = !quote.isAlias;
        return record(step.book);
      }
      case "cut": {
        const client = clientAt(step.client);
        counts.cuts += 1;
        await disconnect(client);
        client.at = step.to;
        // Something changes while the client is away.
        quoteOf(step.client % games.length, 0).price = 101 + ((counts.cuts * 7) % 100);
        await record(0);
        return connect(client);
      }
      case "disconnect":
        counts.cuts += 1;
        return disconnect(clientAt(step.client));
      case "reconnect": {
        const client = clientAt(step.client);
        // A restart of its instance has connected the client already.
        await disconnect(client);
        client.at = step.to;
        return connect(client);
      }
      case "pause":
        clientAt(step.client).connection?.pause();
        return;
      case "restart":
        return restart(step.instance, step.isKilled);
      case "compare":
        return compare();
    }
  };

  return {
    begin: async () => {
      // The games of the last run have started by then.
      movedMs += 12 * 60 * minuteMs;
      quotes = new Map();
      starts = games.map(
        (_, game) => clock() + (game + 1) * 2 * minuteMs + 60 * minuteMs * (game > 2 ? 1 : 0),
      );
      await record(0, 1, 2, 3);
      // An instance that has not read a book yet refuses a stream of this book.
      await readByAll(database.db, instances);
      for (const client of clients) {
        await disconnect(client);
        await connect(client);
      }
    },
    take,
    compare,
    figures: () => ({ ...counts, events: Object.fromEntries(events) }),
    close: async () => {
      await Promise.all(clients.map(disconnect));
      await Promise.all(instances.map((instance) => instance.close(true)));
      await database.db.execute(sql`select 1`);
      await database.close();
    },
  };
};
