import { dayMs, hourMs, minuteMs } from "@/server/domain/durations";
import type { BookSnapshot, SnapshotMarket } from "@/server/ingest/feeds/snapshot";
import { eventOf, iso, moneyline, playerMarket, totals } from "@/server/ingest/recorder/testing/snapshots";

/** The time of every question. */
export const eveningNow = Date.UTC(2026, 10, 21, 18);

const spread = (point: number, home: number, away: number): SnapshotMarket => ({
  key: "spreads",
  outcomes: [
    { side: "home", american: home, point },
    { side: "away", american: away, point: -point },
  ],
});

const props = (line: number, over: number, under: number): SnapshotMarket[] => [
  playerMarket("player_points", [
    { side: "over", player: "LeBron James", american: over, point: line },
    { side: "under", player: "LeBron James", american: under, point: line },
  ]),
  playerMarket("player_rebounds", [
    { side: "over", player: "Jayson Tatum", american: over - 5, point: 8.5 },
    { side: "under", player: "Jayson Tatum", american: under - 5, point: 8.5 },
  ]),
];

const recorded = (book: string, sport: string, at: number, events: BookSnapshot["events"]): BookSnapshot => ({
  book,
  sport,
  fetched_at: iso(at),
  recorded_at: iso(at),
  events,
});

const lakers = { home: "Boston Celtics", away: "Los Angeles Lakers" };
const clippers = { home: "Los Angeles Clippers", away: "Denver Nuggets" };
const bills = { home: "Buffalo Bills", away: "Kansas City Chiefs" };
const arsenal = { home: "Arsenal", away: "Chelsea" };
const past = { home: "New York Knicks", away: "Miami Heat" };

const tonight = eveningNow + 6 * hourMs;
const tomorrow = eveningNow + 25 * hourMs;
const pastStart = eveningNow - 3 * dayMs;

/** What a book quotes about the games of the NBA. The spread of the Lakers' game has moved from `opened` to `now`. */
const nba = (book: string, edge: number, opened: number, now: number): BookSnapshot[] => {
  const game = (point: number) => [
    moneyline(-150 + edge, 128 + edge),
    spread(point, -110 + edge, -110 - edge),
    totals(226.5, -108, -112),
    ...props(25.5, -115 + edge, -105 - edge),
  ];
  return [
    recorded(book, "basketball_nba", eveningNow - 20 * hourMs, [eventOf(tonight, game(opened), lakers)]),
    recorded(book, "basketball_nba", eveningNow - 30_000, [
      eventOf(tonight, game(now), lakers),
      eventOf(tomorrow, [moneyline(-120, 102 + edge), totals(219.5, -110, -110)], clippers),
    ]),
  ];
};

const others = (book: string, edge: number): BookSnapshot[] => [
  recorded(book, "americanfootball_nfl", eveningNow - 40_000, [
    eventOf(
      tomorrow,
      [moneyline(-135 + edge, 115 + edge), spread(-2.5, -110, -110), totals(47.5, -110, -110)],
      bills,
    ),
  ]),
  recorded(book, "soccer_epl", eveningNow - 50_000, [
    eventOf(
      tomorrow,
      [
        {
          key: "h2h",
          outcomes: [
            { side: "home", decimal: 1.9 + edge / 100 },
            { side: "away", decimal: 4.2 },
            { side: "draw", decimal: 3.6 },
          ],
        },
      ],
      arsenal,
    ),
  ]),
  recorded(book, "basketball_nba", pastStart - 10 * hourMs, [
    eventOf(pastStart, [spread(-4.5, -110, -110)], past),
  ]),
  recorded(book, "basketball_nba", pastStart - minuteMs, [
    eventOf(pastStart, [spread(-6.5, -105, -115)], past),
  ]),
];

/** A book that quoted the NFL and then fell silent. */
const late = recorded("betrivers", "americanfootball_nfl", eveningNow - 40 * minuteMs, [
  eventOf(tomorrow, [moneyline(-140, 120)], bills),
]);

const byTime = (a: BookSnapshot, b: BookSnapshot): number =>
  `${a.recorded_at}`.localeCompare(`${b.recorded_at}`);

/** Options of `startMcpRig` for an evening with games in three leagues at four books, a book that is late, and a game three days ago. */
export const eveningRig = {
  now: eveningNow,
  archiveFrom: Date.UTC(2026, 8, 1),
  snapshots: [
    ...nba("draftkings", 0, -2.5, -4.5),
    ...nba("fanduel", 6, -2.5, -5.5),
    ...nba("betmgm", -4, -3.5, -4.5),
    ...nba("pinnacle", 3, -3, -4.5),
    ...others("draftkings", 0),
    ...others("fanduel", 5),
    ...others("pinnacle", 2),
    late,
  ].sort(byTime),
};
