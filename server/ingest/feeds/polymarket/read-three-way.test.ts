import { describe, expect, test } from "vitest";
import {
  awayLeg,
  drawLeg,
  homeLeg,
  market,
  soccerEvent,
} from "@/server/ingest/feeds/polymarket/testing/payloads";
import { eventsOf, quotesOf, read, rejectionsOf } from "@/server/ingest/feeds/polymarket/testing/read";

const readSoccer = (...legs: Parameters<typeof soccerEvent>[0]) => read([soccerEvent(legs)]);

describe("the result of a soccer match", () => {
  test("three Yes/No markets become one three-way market, and the price of each result is the best ask for Yes in its Yes/No market", () => {
    const items = readSoccer(awayLeg(), drawLeg(), homeLeg());
    expect(quotesOf(items)).toEqual({ h2h: ["home 0.3", "draw 0.26", "away 0.46"] });
    expect(eventsOf(items)).toMatchObject([{ home: "Fulham FC", away: "Chelsea FC" }]);
    expect(rejectionsOf(items)).toEqual({});
  });

  test.each([
    ["the market for the draw is missing", [homeLeg(), awayLeg()], { draw_missing: 4 }],
    ["the market for the home team is missing", [drawLeg(), awayLeg()], { side_missing: 4 }],
    [
      "the market for the draw has no ask",
      [homeLeg(), drawLeg({ bestAsk: undefined }), awayLeg()],
      { draw_missing: 5 },
    ],
    [
      "one of the three markets is closed",
      [homeLeg(), drawLeg({ closed: true }), awayLeg()],
      { not_open: 6 },
    ],
    [
      "one of the three markets has a placeholder quote",
      [homeLeg(), drawLeg(), awayLeg({ bestBid: 0.1, bestAsk: 0.9 })],
      { placeholder_quote: 6 },
    ],
    [
      "there are two markets for the home team",
      [homeLeg(), homeLeg(), drawLeg(), awayLeg()],
      { disagreement: 8 },
    ],
    [
      "the question of one of the three markets names another day",
      [homeLeg({ question: "Will Fulham FC win on 2026-08-25?" }), drawLeg(), awayLeg()],
      { disagreement: 6 },
    ],
    [
      "the title of the home team's market names the away team",
      [homeLeg({ groupItemTitle: "Chelsea FC" }), drawLeg(), awayLeg()],
      { disagreement: 6 },
    ],
    [
      "one of the three markets is not marked as part of a group (negRisk)",
      [homeLeg({ negRisk: false }), drawLeg(), awayLeg()],
      { disagreement: 6 },
    ],
    [
      "the result is listed as one two-way market",
      [
        market("moneyline", "Fulham FC vs. Chelsea FC", ["Fulham FC", "Chelsea FC"], {
          bestBid: 0.4,
          bestAsk: 0.5,
          gameStartTime: "2026-08-24 19:00:00+00",
        }),
      ],
      { disagreement: 2 },
    ],
  ])("no price for the result of a soccer match is accepted if %s", (_, legs, expected) => {
    const items = readSoccer(...legs);
    expect(rejectionsOf(items)).toEqual(expected);
    expect(quotesOf(items)).toEqual({});
  });

  test("the event `More Markets` of a match is added to the match's main event only if both events state the same start", () => {
    const over = market("totals", "Fulham FC vs. Chelsea FC: O/U 2.5", ["Over", "Under"], {
      line: 2.5,
      bestBid: 0.5,
      bestAsk: 0.51,
      gameStartTime: "2026-08-24 19:00:00+00",
    });
    const more = (own: object) =>
      soccerEvent([over], {
        slug: "epl-ful-che-2026-08-24-more-markets",
        title: "Fulham FC vs. Chelsea FC - More Markets",
        ...own,
      });
    const match = soccerEvent([homeLeg(), drawLeg(), awayLeg()]);
    const items = read([more({}), match]);
    expect(eventsOf(items)).toHaveLength(1);
    expect(Object.keys(quotesOf(items)).sort()).toEqual(["h2h", "totals"]);
    const late = read([more({ startTime: "2026-08-24T20:00:00Z" }), match]);
    expect(rejectionsOf(late)).toEqual({ disagreement: 2 });
  });
});
