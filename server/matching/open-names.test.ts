import { describe, expect, test } from "vitest";
import { fixture, listed, matchIn, outcomesIn } from "@/server/matching/testing/meet";

const brazil = "soccer_brazil_campeonato";
const time = "2026-08-15T19:00";
const known = fixture("k", "Pirajuba RJ", "Itaocara", time);

describe("in a league whose teams are learned from books", () => {
  test("unknown names become teams, in the book's own order and spelling", () => {
    const [match] = matchIn(brazil, { events: [listed("  Pirajuba RJ ", "Jacarê", time)] });
    expect(match).toEqual({
      kind: "new",
      homeTeam: "Jacarê",
      awayTeam: "Pirajuba RJ",
      learned: ["Jacarê", "Pirajuba RJ"],
    });
  });

  test("one team that differs in accents alone is one team", () => {
    const matches = matchIn(brazil, {
      events: [listed("Jacare", "Umbauba", time), listed("Tiangua", "Jacarê", "2026-08-22T19:00")],
    });
    expect(matches.map((match) => match.kind === "new" && [match.awayTeam, match.homeTeam])).toEqual([
      ["Jacarê", "Umbauba"],
      ["Tiangua", "Jacarê"],
    ]);
  });

  test("a name with a word more or less is another team's, even at the very same time, and noted", () => {
    for (const name of ["Pirajuba", "Pirajuba RJ Paulista", "Pirajuba SP"]) {
      const events = [listed(name, "Itaocara", time)];
      expect(outcomesIn(brazil, { fixtures: [known], events }).join()).toMatch(/^[a-z_]+ k$/);
      const swapped = [listed("Itaocara", name, time)];
      expect(outcomesIn(brazil, { fixtures: [known], events: swapped }).join()).toMatch(/^[a-z_]+ k$/);
    }
  });

  test("a name that is only split into other words is the opponent at the very same time", () => {
    const match = fixture("h", "Al Hilal", "Itaocara", time);
    expect(outcomesIn(brazil, { fixtures: [match], events: [listed("Alhilal", "Itaocara", time)] })).toEqual([
      "h",
    ]);
    const elsewhere = [listed("Alhilal", "Serrinha", time)];
    expect(outcomesIn(brazil, { fixtures: [match], events: elsewhere })).toEqual([
      "looks_like_another_team h",
    ]);
  });

  describe("a name that differs in spaces alone", () => {
    const hilal = fixture("h", "Al Hilal", "Itaocara", time);

    test("is not joined at another time, and noted", () => {
      const events = [listed("Alhilal", "Itaocara", "2026-08-15T20:00")];
      expect(outcomesIn(brazil, { fixtures: [hilal], events })).toEqual(["looks_like_another_team h"]);
    });

    test("is followed by reference where the start moves", () => {
      const events = [listed("Alhilal", "Itaocara", "2026-08-15T21:30", "x9001")];
      expect(outcomesIn(brazil, { fixtures: [hilal], events, refs: { x9001: "h" } })).toEqual(["h"]);
    });

    test("is not joined where it fits two teams", () => {
      const events = [listed("Alhilal", "Itaocara", time)];
      const other = fixture("o", "Alhila", "Serrinha", "2026-08-20T19:00");
      expect(outcomesIn(brazil, { fixtures: [hilal, other], events })).toEqual(["looks_like_another_team h"]);
    });

    test("is not joined where the book names the other team too", () => {
      const events = [
        listed("Alhilal", "Itaocara", time),
        listed("Al Hilal", "Serrinha", "2026-08-22T19:00"),
      ];
      expect(outcomesIn(brazil, { fixtures: [hilal], events })).toEqual(["looks_like_another_team h", "new"]);
    });

    test("is a known fixture or nothing", () => {
      const events = [
        listed("Alhilal", "Itaocara", "2026-08-15T20:00", "k1001"),
        listed("Alhilal", "Itaocara", time, "k1002"),
      ];
      expect(outcomesIn(brazil, { fixtures: [hilal], events, refs: { k1001: "h" } })).toEqual([
        "h",
        "repeated_event h",
      ]);
    });
  });

  test("a name that says no more than United is not joined", () => {
    const united = fixture("u", "Sporting Cristal", "Itaocara", time);
    const events = [listed("Sporting", "Itaocara", time)];
    expect(outcomesIn(brazil, { fixtures: [united], events })).toEqual(["looks_like_another_team u"]);
  });

  test.each(["Pirajuba RJ Women", "Pirajuba RJ U20", "Pirajuba RJ (W)"])(
    "%s is not the first men's side",
    (name) => {
      const [match] = matchIn(brazil, { fixtures: [known], events: [listed(name, "Itaocara", time)] });
      expect(match?.kind).toBe("unmatched");
      const other = [listed(name, "Serrinha", "2026-08-20T19:00")];
      expect(outcomesIn(brazil, { fixtures: [known], events: other })).toEqual(["new"]);
    },
  );

  test("a known team that plays somebody else at that time leaves an unknown opponent unmatched", () => {
    const events = [listed("Fogaréu", "Itaocara", "2026-08-15T19:30")];
    expect(outcomesIn(brazil, { fixtures: [known], events })).toEqual(["opponent_differs k"]);
    const weekLater = [listed("Fogaréu", "Itaocara", "2026-08-22T19:00")];
    expect(outcomesIn(brazil, { fixtures: [known], events: weekLater })).toEqual(["new"]);
  });

  test("a name that could be a shorter form of a known team waits until the book names both", () => {
    const short = listed("Pirajuba", "Serrinha", "2026-08-20T19:00");
    expect(outcomesIn(brazil, { fixtures: [known], events: [short] })).toEqual(["looks_like_another_team"]);
    const both = [short, listed("Pirajuba RJ", "Itaocara", time)];
    expect(outcomesIn(brazil, { fixtures: [known], events: both })).toEqual(["new", "k"]);
  });

  test("a name with a word more than a known team's is another team's", () => {
    const longer = listed("Pirajuba RJ Paulista", "Serrinha", "2026-08-20T19:00");
    expect(outcomesIn(brazil, { fixtures: [known], events: [longer] })).toEqual(["new"]);
  });

  test("two unknown names that resemble a match at that time are no new match", () => {
    const moscow = fixture("m", "Lokomotiv Moscow", "Zenit Petersburg", time);
    const events = [listed("Loko Mosc", "Zenit St Peterburg", time)];
    expect(outcomesIn(brazil, { fixtures: [moscow], events })).toEqual(["looks_like_another_team m"]);
  });

  test("two unknown names that share no more than a word with a match at that time are doubtful too", () => {
    const match = fixture("m", "Lokomotiv Moscow", "Zenit Petersburg", time);
    const events = [listed("Moscow Railwaymen", "Petersburg Lions", time)];
    expect(outcomesIn(brazil, { fixtures: [match], events })).toEqual(["looks_like_another_team m"]);
    const later = [listed("Moscow Railwaymen", "Petersburg Lions", "2026-08-16T19:00")];
    expect(outcomesIn(brazil, { fixtures: [match], events: later })).toEqual(["new"]);
  });

  test("two learned spellings of one team do not make two fixtures at one time", () => {
    const events = [listed("Pirajuba", "Itaocara", time)];
    expect(outcomesIn(brazil, { fixtures: [known], events, learned: ["Pirajuba"] })).toEqual([
      "uncertain_fixture k",
    ]);
    const distant = [listed("Pirajuba", "Itaocara", "2026-08-29T19:00")];
    expect(outcomesIn(brazil, { fixtures: [known], events: distant, learned: ["Pirajuba"] })).toEqual([
      "new",
    ]);
  });

  test.each([
    ["TBD", "placeholder"],
    ["Winner Match 12", "placeholder"],
    ["Home", "placeholder"],
    ["", "placeholder"],
    ["?", "placeholder"],
    ["Itaocara (Corners)", "derived_event"],
  ])("%j never becomes a team", (name, reason) => {
    const [match] = matchIn(brazil, { events: [listed(name, "Serrinha", time)] });
    expect(match).toMatchObject({ kind: "unmatched", reason });
    expect(outcomesIn(brazil, { events: [listed("Umbauba", "Serrinha", time)] })).toEqual(["new"]);
  });

  test("a name in two spellings against itself is no match", () => {
    expect(outcomesIn(brazil, { events: [listed("Jacare", "Jacarê", time)] })).toEqual(["same_team"]);
  });
});
