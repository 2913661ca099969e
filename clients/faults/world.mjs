/**
 * A simulated market with a history of versions. Each change makes one version. A cursor names a version, so the server can return the board
 * at any cursor and everything that changed since then.
 */

/** @returns a function that returns numbers from 0 to 1: the same sequence for the same seed (mulberry32). */
export const seededRandom = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

const sportTitles = { basketball_nba: "NBA", icehockey_nhl: "NHL" };
export const worldSports = Object.keys(sportTitles);
const teams = {
  basketball_nba: ["Boston Celtics", "Los Angeles Lakers", "Denver Nuggets", "Miami Heat"],
  icehockey_nhl: ["Montréal Canadiens", "Boston Bruins", "St Louis Blues", "New York Rangers"],
};
export const books = [
  {
    key: "northline",
    title: "Northline",
    kind: "sportsbook",
    update_interval_seconds: 60,
    last_update_measured: true,
  },
  {
    key: "harbour",
    title: "Harbour",
    kind: "exchange",
    update_interval_seconds: null,
    last_update_measured: true,
  },
  {
    key: "redfern",
    title: "Redfern",
    kind: "sportsbook",
    update_interval_seconds: 30,
    last_update_measured: false,
  },
];
/** Boards stay small, so that a connection that is cut at a random byte often gets as far as an id. */
const MAX_FIXTURES = 8;
const START_MS = Date.UTC(2026, 11, 1, 18);
const time = (ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const createMarkets = (random, home, away, checkedAt) => {
  const line = Math.floor(random() * 10) + 0.5;
  return [
    {
      key: "h2h",
      last_update: checkedAt,
      outcomes: [
        { name: home, price: -110 - Math.floor(random() * 50) },
        { name: away, price: 100 + Math.floor(random() * 50) },
      ],
    },
    {
      key: "spreads",
      last_update: checkedAt,
      outcomes: [
        { name: home, price: -110, point: -line, size: { kind: "posted_limit", amount: 2000 } },
        { name: away, price: -110, point: line, size: { kind: "posted_limit", amount: 2000 } },
      ],
    },
  ];
};

/**
 * @param {{seed?: number, fixturesPerSport?: number, bookCount?: number}} options
 * @returns a world at version 0. `advance` makes the next version.
 */
export const createWorld = ({ seed = 1, fixturesPerSport = 3, bookCount = 3 } = {}) => {
  const random = seededRandom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  /** For each fixture id: its states in order of versions. `fixture` is null where the fixture is gone. */
  const history = new Map();
  /** The change of each version; that of version 1 is first. */
  const log = [];
  let version = 0;
  let created = 0;
  let clockMs = START_MS - 86_400_000;

  const put = (id, kind, fixture, extra = {}) => {
    const entry = { version, kind, fixture, ...extra };
    if (history.has(id)) history.get(id).push(entry);
    else history.set(id, [entry]);
    if (version > 0) log.push({ id, ...entry, sport: extra.sport });
  };

  const create = (sport) => {
    created += 1;
    const [home, away] = [teams[sport][created % 4], teams[sport][(created + 1) % 4]];
    const checkedAt = time(clockMs);
    const bookmakers = books.slice(0, bookCount).map(({ key, title }) => {
      const lastUpdate = key === "redfern" ? null : checkedAt;
      return { key, title, last_update: lastUpdate, markets: createMarkets(random, home, away, lastUpdate) };
    });
    const fixture = {
      id: `${sport}-game-${created}`,
      sport_key: sport,
      sport_title: sportTitles[sport],
      commence_time: time(START_MS + created * 3_600_000),
      home_team: home,
      away_team: away,
      bookmakers: bookmakers.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      unmatched_bookmakers: [],
    };
    put(fixture.id, "fixture", fixture, { sport });
  };
  for (const sport of worldSports) for (let n = 0; n < fixturesPerSport; n += 1) create(sport);

  const current = () =>
    [...history.values()].map((entries) => entries.at(-1)).filter((entry) => entry.fixture);

  const changePrice = ({ sport, fixture }) => {
    const next = structuredClone(fixture);
    const quoted = next.bookmakers.length > 0 ? pick(next.bookmakers) : undefined;
    if (quoted === undefined) return changeBooks({ sport, fixture });
    const market = pick(quoted.markets);
    for (const outcome of market.outcomes) outcome.price += outcome.price < 0 ? -1 : 1;
    if (market.last_update !== null) {
      market.last_update = time(clockMs);
      quoted.last_update = time(clockMs);
    }
    put(fixture.id, "fixture", next, { sport });
  };
  /** Withholds a book, or lets the withheld book return. */
  const changeBooks = ({ sport, fixture }) => {
    const next = structuredClone(fixture);
    const returning = next.unmatched_bookmakers.pop();
    if (returning === undefined) {
      const [withheld] = next.bookmakers.splice(Math.floor(random() * next.bookmakers.length), 1);
      next.unmatched_bookmakers = [withheld.key];
    } else {
      const { key, title } = books.find((book) => book.key === returning);
      const checkedAt = key === "redfern" ? null : time(clockMs);
      const markets = createMarkets(random, next.home_team, next.away_team, checkedAt);
      next.bookmakers.push({ key, title, last_update: checkedAt, markets });
      next.bookmakers.sort((a, b) => (a.key < b.key ? -1 : 1));
    }
    put(fixture.id, "fixture", next, { sport });
  };
  const checkPrices = ({ sport, fixture }) => {
    const next = structuredClone(fixture);
    for (const book of next.bookmakers) {
      if (book.last_update === null) continue;
      book.last_update = time(clockMs);
      for (const market of book.markets) market.last_update = time(clockMs);
    }
    put(fixture.id, "checked", next, { sport });
  };

  /** Makes one version. `kind` chooses the change; by default it is random. */
  const advance = (kind) => {
    version += 1;
    clockMs += 1000;
    const chance = random();
    const entries = current();
    const entry = pick(entries);
    if (kind === "new" || entries.length < 3 || (!kind && chance < 0.05 && entries.length < MAX_FIXTURES))
      create(pick(worldSports));
    else if (kind === "gone" || (!kind && chance < 0.1)) {
      const reason = pick(["started", "replaced", "withdrawn"]);
      put(entry.fixture.id, "gone", null, { sport: entry.sport, reason });
    } else if (kind === "checked" || (!kind && chance < 0.25)) checkPrices(entry);
    else if (kind === "books" || (!kind && chance < 0.35)) changeBooks(entry);
    else changePrice(entry);
    return version;
  };

  const stateAt = (entries, at) => entries.findLast((entry) => entry.version <= at);
  const boardAt = (at, sports = worldSports) =>
    [...history.values()]
      .map((entries) => stateAt(entries, at))
      .filter((entry) => entry?.fixture && sports.includes(entry.sport))
      .map((entry) => entry.fixture)
      .toSorted((a, b) =>
        a.commence_time === b.commence_time
          ? a.id < b.id
            ? -1
            : 1
          : a.commence_time < b.commence_time
            ? -1
            : 1,
      );

  /** @returns what changed after version `from` up to version `to`, one entry per fixture, ordered by the last change. */
  const changesBetween = (from, to, sports = worldSports) => {
    const changes = new Map();
    for (const { id, kind, sport, fixture, reason } of log.slice(from, to)) {
      if (!sports.includes(sport)) continue;
      // A price that changed before the check is still news.
      const sum = kind === "checked" && changes.get(id)?.kind === "fixture" ? "fixture" : kind;
      changes.delete(id);
      changes.set(id, { id, kind: sum, sport, fixture, reason });
    }
    return [...changes.values()];
  };

  return {
    advance,
    boardAt,
    changesBetween,
    asOf: () => time(clockMs),
    get version() {
      return version;
    },
  };
};

/** @returns the item of a `checked` event for a fixture. */
export const checkedItem = (fixture) => ({
  id: fixture.id,
  bookmakers: fixture.bookmakers.map(({ key, last_update, markets }) => ({
    key,
    last_update,
    markets: Object.fromEntries(markets.map((market) => [market.key, market.last_update])),
  })),
});

const toDecimal = (american) =>
  Math.round((american > 0 ? 1 + american / 100 : 1 + 100 / -american) * 1e6) / 1e6;
const toUnix = (iso) => (iso === null ? null : Date.parse(iso) / 1000);

/**
 * @param fixture as `createWorld` makes it
 * @param {URLSearchParams} query `markets`, `bookmakers`, `oddsFormat` and `dateFormat` of endpoint 5
 * @returns the fixture as the service would return it for these parameters.
 */
export const renderFixture = (fixture, query) => {
  const list = (name) => query.get(name)?.split(",");
  const [markets, bookmakers] = [list("markets"), list("bookmakers")];
  const when = query.get("dateFormat") === "unix" ? toUnix : (iso) => iso;
  const price = query.get("oddsFormat") === "decimal" ? toDecimal : (american) => american;
  const isWanted = (wanted, key) => wanted === undefined || wanted.includes(key);
  return {
    ...fixture,
    commence_time: when(fixture.commence_time),
    bookmakers: fixture.bookmakers
      .filter(({ key }) => isWanted(bookmakers, key))
      .map((book) => ({
        ...book,
        last_update: when(book.last_update),
        markets: book.markets
          .filter(({ key }) => isWanted(markets, key))
          .map((market) => ({
            ...market,
            last_update: when(market.last_update),
            outcomes: market.outcomes.map((outcome) => ({ ...outcome, price: price(outcome.price) })),
          })),
      }))
      .filter(({ markets: rest }) => rest.length > 0),
    unmatched_bookmakers: fixture.unmatched_bookmakers.filter((key) => isWanted(bookmakers, key)),
  };
};
