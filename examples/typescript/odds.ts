/**
 * Prints the best prices of a sport, repeats the request with If-None-Match, and lists the opening prices of past fixtures. See
 * ../README.md.
 */
const baseUrl = process.env.ODDSKEEPER_URL ?? "http://localhost:3000";
const key = process.env.ODDSKEEPER_KEY ?? "";
const sport = process.argv[2] ?? "basketball_nba";
const maxAttempts = 5;

type Outcome = { name: string; price: number };
/** Only history responses have `recorded_at`. */
type Market = { key: string; recorded_at?: string | null; outcomes: Outcome[] };
type Event = { id: string; home_team: string; away_team: string };
type Fixture = Event & { bookmakers: { title: string; markets: Market[] }[] };

const etags = new Map<string, string>();

/** Requests a path. Returns undefined if the response has not changed since the last request of this path. */
const get = async <T>(path: string): Promise<T | undefined> => {
  for (let attempt = 1; ; attempt++) {
    const headers: Record<string, string> = { "X-API-Key": key };
    const etag = etags.get(path);
    if (etag !== undefined) headers["If-None-Match"] = etag;
    const response = await fetch(`${baseUrl}${path}`, { headers });
    if (response.status === 304) return undefined;
    if (response.ok) {
      const newEtag = response.headers.get("ETag");
      if (newEtag !== null) etags.set(path, newEtag);
      return (await response.json()) as T;
    }
    // Responses with 429 or 503 may state how many seconds to wait.
    const retryAfterSeconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    if (Number.isNaN(retryAfterSeconds) || attempt === maxAttempts)
      throw new Error(`${response.status} ${error.code}: ${error.message}`);
    await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000));
  }
};

const oddsPath = `/v1/sports/${sport}/odds?markets=h2h&oddsFormat=decimal`;
const fixtures = (await get<Fixture[]>(oddsPath)) ?? [];
for (const { home_team, away_team, bookmakers } of fixtures) {
  const offers = bookmakers.flatMap(({ title, markets }) =>
    markets.flatMap(({ outcomes }) => outcomes.map((outcome) => ({ ...outcome, title }))),
  );
  for (const team of [home_team, away_team]) {
    const [best] = offers.filter(({ name }) => name === team).sort((a, b) => b.price - a.price);
    if (best !== undefined) console.log(`${team}: ${best.price} at ${best.title}`);
  }
}

const update = await get<Fixture[]>(oddsPath);
console.log(update === undefined ? "not modified, not charged" : `${update.length} fixtures after an update`);

// History is requested per fixture: list the fixtures of a time window first, then request the history of each.
const dayMs = 24 * 3_600_000;
const isoTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const window = `commenceTimeFrom=${isoTime(Date.now() - 2 * dayMs)}&commenceTimeTo=${isoTime(Date.now())}`;
const past = (await get<Event[]>(`/v1/sports/${sport}/events?${window}`)) ?? [];
for (const { id, away_team, home_team } of past.slice(0, 3)) {
  const history = await get<Fixture>(
    `/v1/historical/sports/${sport}/events/${id}/openers?markets=h2h&oddsFormat=decimal`,
  );
  for (const { title, markets } of history?.bookmakers ?? [])
    for (const { recorded_at, outcomes } of markets)
      if (recorded_at) {
        const prices = outcomes.map(({ name, price }) => `${name} ${price}`).join(", ");
        console.log(`${away_team} at ${home_team}, ${title} opened ${recorded_at}: ${prices}`);
      }
}

export {};
