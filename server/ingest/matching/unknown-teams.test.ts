import { describe, expect, test } from "vitest";
import { fixture, listed, matchIn, outcomesIn } from "@/server/ingest/matching/testing/meet";

const brazil = "soccer_brazil_campeonato";
const time = "2026-08-15T19:00";
const existing = fixture("k", "Pirajuba RJ", "Itaocara", time);

describe("an open sport", () => {
  test("in an open sport, unknown names become teams in the book's spelling, and the book's home team is the fixture's home team", () => {
    const [match] = matchIn(brazil, { events: [listed("  Pirajuba RJ ", "Jacarê", time)] });
    expect(match).toEqual({
      kind: "new",
      homeTeam: "Jacarê",
      awayTeam: "Pirajuba RJ",
      learned: ["Jacarê", "Pirajuba RJ"],
    });
  });

  test("two spellings that differ only in accents are one new team", () => {
    const matches = matchIn(brazil, {
      events: [listed("Jacare", "Umbauba", time), listed("Tiangua", "Jacarê", "2026-08-22T19:00")],
    });
    expect(matches.map((match) => match.kind === "new" && [match.awayTeam, match.homeTeam])).toEqual([
      ["Jacarê", "Umbauba"],
      ["Tiangua", "Jacarê"],
    ]);
  });

  test("an event that differs from a known fixture only in one word of a team name is unmatched, and that fixture is its candidate", () => {
    for (const name of ["Pirajuba", "Pirajuba RJ Paulista", "Pirajuba SP"]) {
      const events = [listed(name, "Itaocara", time)];
      expect(outcomesIn(brazil, { fixtures: [existing], events }).join()).toMatch(/^[a-z_]+ k$/);
      const swapped = [listed("Itaocara", name, time)];
      expect(outcomesIn(brazil, { fixtures: [existing], events: swapped }).join()).toMatch(/^[a-z_]+ k$/);
    }
  });

  test("an event whose team name differs from a known team's name only in spaces joins that team's fixture with the same opponent and start", () => {
    const match = fixture("h", "Al Hilal", "Itaocara", time);
    expect(outcomesIn(brazil, { fixtures: [match], events: [listed("Alhilal", "Itaocara", time)] })).toEqual([
      "h",
    ]);
    const elsewhere = [listed("Alhilal", "Serrinha", time)];
    expect(outcomesIn(brazil, { fixtures: [match], events: elsewhere })).toEqual([
      "looks_like_another_team h",
    ]);
  });

  describe("a name that differs from a known team's name only in spaces", () => {
    const hilal = fixture("h", "Al Hilal", "Itaocara", time);

    test("if a team name differs from a known name only in spaces, the event does not join a fixture with another start, but that fixture is its candidate", () => {
      const events = [listed("Alhilal", "Itaocara", "2026-08-15T20:00")];
      expect(outcomesIn(brazil, { fixtures: [hilal], events })).toEqual(["looks_like_another_team h"]);
    });

    test("an event whose team name differs from a known name only in spaces joins a fixture by reference, even if the start moves", () => {
      const events = [listed("Alhilal", "Itaocara", "2026-08-15T21:30", "x9001")];
      expect(outcomesIn(brazil, { fixtures: [hilal], events, refs: { x9001: "h" } })).toEqual(["h"]);
    });

    test("an event whose team name differs from a known name only in spaces joins no fixture if the name also resembles another known name", () => {
      const events = [listed("Alhilal", "Itaocara", time)];
      const other = fixture("o", "Alhila", "Serrinha", "2026-08-20T19:00");
      expect(outcomesIn(brazil, { fixtures: [hilal, other], events })).toEqual(["looks_like_another_team h"]);
    });

    test("an event whose team name differs from a known name only in spaces joins no fixture if the snapshot also has the known spelling", () => {
      const events = [
        listed("Alhilal", "Itaocara", time),
        listed("Al Hilal", "Serrinha", "2026-08-22T19:00"),
      ];
      expect(outcomesIn(brazil, { fixtures: [hilal], events })).toEqual(["looks_like_another_team h", "new"]);
    });

    test("an event whose team name differs from a known name only in spaces never creates a fixture", () => {
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

  test("if a team name is only a generic word, the event does not join a fixture with the same opponent and start", () => {
    const cristal = fixture("c", "Sporting Cristal", "Itaocara", time);
    const events = [listed("Sporting", "Itaocara", time)];
    expect(outcomesIn(brazil, { fixtures: [cristal], events })).toEqual(["looks_like_another_team c"]);
  });

  test.each(["Pirajuba RJ Women", "Pirajuba RJ U20", "Pirajuba RJ (W)"])(
    "%s does not mean the men's first team",
    (name) => {
      const [match] = matchIn(brazil, { fixtures: [existing], events: [listed(name, "Itaocara", time)] });
      expect(match?.kind).toBe("unmatched");
      const other = [listed(name, "Serrinha", "2026-08-20T19:00")];
      expect(outcomesIn(brazil, { fixtures: [existing], events: other })).toEqual(["new"]);
    },
  );

  test("an event of a known team against an unknown opponent is unmatched if the team has another match at about the same time", () => {
    const events = [listed("Fogaréu", "Itaocara", "2026-08-15T19:30")];
    expect(outcomesIn(brazil, { fixtures: [existing], events })).toEqual(["opponent_differs k"]);
    const weekLater = [listed("Fogaréu", "Itaocara", "2026-08-22T19:00")];
    expect(outcomesIn(brazil, { fixtures: [existing], events: weekLater })).toEqual(["new"]);
  });

  test("an event with a possible short form of a known team's name is unmatched unless the snapshot also has the full name", () => {
    const short = listed("Pirajuba", "Serrinha", "2026-08-20T19:00");
    expect(outcomesIn(brazil, { fixtures: [existing], events: [short] })).toEqual([
      "looks_like_another_team",
    ]);
    const both = [short, listed("Pirajuba RJ", "Itaocara", time)];
    expect(outcomesIn(brazil, { fixtures: [existing], events: both })).toEqual(["new", "k"]);
  });

  test("a name that adds a word to a known team's name is another team if the opponent and the start differ too", () => {
    const longer = listed("Pirajuba RJ Paulista", "Serrinha", "2026-08-20T19:00");
    expect(outcomesIn(brazil, { fixtures: [existing], events: [longer] })).toEqual(["new"]);
  });

  test("an event whose two unknown names resemble the teams of a match at the same time is not a new match", () => {
    const moscow = fixture("m", "Lokomotiv Moscow", "Zenit Petersburg", time);
    const events = [listed("Loko Mosc", "Zenit St Peterburg", time)];
    expect(outcomesIn(brazil, { fixtures: [moscow], events })).toEqual(["looks_like_another_team m"]);
  });

  test("an event whose two unknown names each share a word with a team of a match at the same time is unmatched", () => {
    const match = fixture("m", "Lokomotiv Moscow", "Zenit Petersburg", time);
    const events = [listed("Moscow Railwaymen", "Petersburg Lions", time)];
    expect(outcomesIn(brazil, { fixtures: [match], events })).toEqual(["looks_like_another_team m"]);
    const later = [listed("Moscow Railwaymen", "Petersburg Lions", "2026-08-16T19:00")];
    expect(outcomesIn(brazil, { fixtures: [match], events: later })).toEqual(["new"]);
  });

  test("if two spellings of one team have become two teams, they do not get two fixtures with the same opponent at the same time", () => {
    const events = [listed("Pirajuba", "Itaocara", time)];
    expect(outcomesIn(brazil, { fixtures: [existing], events, learned: ["Pirajuba"] })).toEqual([
      "uncertain_fixture k",
    ]);
    const distant = [listed("Pirajuba", "Itaocara", "2026-08-29T19:00")];
    expect(outcomesIn(brazil, { fixtures: [existing], events: distant, learned: ["Pirajuba"] })).toEqual([
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

  test("an event whose home and away names are two spellings of one name is unmatched", () => {
    expect(outcomesIn(brazil, { events: [listed("Jacare", "Jacarê", time)] })).toEqual(["same_team"]);
  });
});

describe("an event that resembles a match in the same snapshot", () => {
  const plain = listed("Pirajuba", "Itaocara", time);

  test.each([
    ["Pirajuba Escore Exato", "Itaocara Escore Exato"],
    ["Rzuty Pirajuba", "Rzuty Itaocara"],
    ["Pirajuba", "Itaocara +1.5"],
    ["Itaocara 1T", "Pirajuba 1T"],
  ])(
    "%s at %s is unmatched if the snapshot also lists Pirajuba at Itaocara, whether that match is known or new",
    (away, home) => {
      const events = [listed(away, home, time), plain];
      const listedMatch = fixture("k", "Pirajuba", "Itaocara", time);
      expect(outcomesIn(brazil, { events })).toEqual([expect.stringMatching(/^derived_event/), "new"]);
      const [variant, match] = outcomesIn(brazil, { fixtures: [listedMatch], events });
      expect(match).toBe("k");
      expect(variant).not.toMatch(/^(?:~?k|new)$/);
    },
  );

  test("a men's match and a women's match of the same two clubs at the same time are two fixtures", () => {
    const events = [listed("Pirajuba Women", "Itaocara Women", time), plain];
    expect(outcomesIn(brazil, { events })).toEqual(["new", "new"]);
  });

  test("if both names of an event add a word to the names of a match on another day, the event is a separate fixture", () => {
    const events = [listed("Pirajuba Norte", "Itaocara Norte", "2026-08-16T19:00"), plain];
    expect(outcomesIn(brazil, { events })).toEqual(["new", "new"]);
  });
});
