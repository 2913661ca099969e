import { describe, expect, test } from "vitest";
import { dayMs } from "@/server/domain/durations";
import { fixture, listed, matchIn, outcomesIn } from "@/server/ingest/matching/testing/meet";

const nfl = "americanfootball_nfl";
const nhl = "icehockey_nhl";
const epl = "soccer_epl";
const mlb = "baseball_mlb";

const bills = fixture("bills", "Kansas City Chiefs", "Buffalo Bills", "2026-11-22T18:00");

describe("names", () => {
  test.each([
    [nfl, bills, "KC Chiefs", "BUF Bills"],
    [
      nfl,
      fixture("rams", "Los Angeles Rams", "Seattle Seahawks", "2026-11-22T18:00"),
      "Los Angeles R",
      "Seattle",
    ],
    [
      epl,
      fixture("united", "Wolverhampton Wanderers", "Manchester United", "2026-11-22T18:00"),
      "Wolves",
      "Man Utd",
    ],
  ])("%s: an event with other spellings of both teams joins the fixture", (sport, existing, away, home) => {
    expect(
      outcomesIn(sport, { fixtures: [existing], events: [listed(away, home, "2026-11-22T18:00")] }),
    ).toEqual([existing.id]);
  });

  test("an event with home and away reversed joins the fixture, with its sides swapped", () => {
    const events = [listed("Buffalo Bills", "Kansas City Chiefs", "2026-11-22T18:00")];
    expect(outcomesIn(nfl, { fixtures: [bills], events })).toEqual(["~bills"]);
  });

  test("a city and the initials of a nickname, such as New York Y, identify one of the city's teams", () => {
    const fixtures = [
      fixture("mets", "New York Mets", "Chicago Cubs", "2026-06-10T18:20"),
      fixture("yanks", "New York Yankees", "Chicago White Sox", "2026-06-10T18:20"),
    ];
    const events = [
      listed("New York Y", "Chicago WS", "2026-06-10T18:20"),
      listed("New York M", "Chicago C", "2026-06-10T18:20"),
    ];
    expect(outcomesIn(mlb, { fixtures, events })).toEqual(["yanks", "mets"]);
  });

  test("an event with an ambiguous name is unmatched, and a fixture that fits one meaning of the name is a candidate", () => {
    const giants = fixture("giants", "New York Giants", "Dallas Cowboys", "2026-11-22T18:00");
    const jets = fixture("jets", "New York Jets", "Miami Dolphins", "2026-11-22T18:00");
    const later = fixture("later", "New York Giants", "Dallas Cowboys", "2026-12-27T18:00");
    const events = [listed("New York", "Dallas Cowboys", "2026-11-22T18:00")];
    expect(outcomesIn(nfl, { fixtures: [giants, jets, later], events })).toEqual(["ambiguous_name giants"]);
    const control = [listed("New York Giants", "Dallas Cowboys", "2026-11-22T18:00")];
    expect(outcomesIn(nfl, { fixtures: [giants, jets, later], events: control })).toEqual(["giants"]);
  });

  test("if both names of an event are ambiguous, a fixture is a candidate only if one of its teams fits one name and the other team fits the other name", () => {
    const fixtures = [
      fixture("a", "New York Giants", "Los Angeles Rams", "2026-11-22T18:00"),
      fixture("b", "Los Angeles Chargers", "New York Jets", "2026-11-22T21:00"),
      fixture("c", "New York Giants", "New York Jets", "2026-11-22T21:00"),
      fixture("d", "Dallas Cowboys", "Los Angeles Rams", "2026-11-22T18:00"),
    ];
    const events = [listed("New York", "Los Angeles", "2026-11-22T18:00")];
    expect(outcomesIn(nfl, { fixtures, events })).toEqual(["ambiguous_name a b"]);
  });

  test("a fixture that another event of the snapshot creates is a candidate for an event with an ambiguous name", () => {
    const events = [
      listed("New York", "Dallas Cowboys", "2026-11-22T18:00"),
      listed("New York Giants", "Dallas Cowboys", "2026-11-22T18:00"),
    ];
    expect(outcomesIn(nfl, { events })).toEqual(["ambiguous_name #1", "new"]);
  });

  test("in a listed sport, an event with an unknown name is unmatched, and the fixture of its other team is a candidate", () => {
    const events = [listed("Springfield Isotopes", "Buffalo Bills", "2026-11-22T18:00")];
    expect(outcomesIn(nfl, { fixtures: [bills], events })).toEqual(["unknown_name bills"]);
  });

  test("an event with two unknown names that resemble no team has no candidates", () => {
    const events = [listed("Springfield Isotopes", "Shelbyville Sharks", "2026-11-22T18:00")];
    expect(outcomesIn(nfl, { fixtures: [bills], events })).toEqual(["unknown_name"]);
  });

  test("an event of a team against itself is unmatched", () => {
    const events = [listed("KC Chiefs", "Kansas City Chiefs", "2026-11-22T18:00")];
    expect(outcomesIn(nfl, { fixtures: [bills], events })).toEqual(["same_team bills"]);
  });

  test.each([
    ["Arsenal Women", "Chelsea Women"],
    ["Arsenal (W)", "Chelsea (W)"],
    ["Arsenal U21", "Chelsea U21"],
    ["Arsenal Women", "Chelsea"],
  ])("%s against %s does not join the fixture of the men's first teams", (away, home) => {
    const existing = fixture("men", "Arsenal", "Chelsea", "2026-11-22T15:00");
    const [match] = matchIn(epl, { fixtures: [existing], events: [listed(away, home, "2026-11-22T15:00")] });
    expect(match?.kind).toBe("unmatched");
    const control = [listed("Arsenal FC", "Chelsea FC", "2026-11-22T15:00")];
    expect(outcomesIn(epl, { fixtures: [existing], events: control })).toEqual(["men"]);
  });
});

describe("sports in which the same two teams never play on consecutive days", () => {
  test.each([
    ["some minutes late", "2026-11-22T18:25"],
    ["an hour early", "2026-11-22T17:00"],
    ["local time read as UTC", "2026-11-22T13:00"],
    ["a date without a time", "2026-11-22T00:00"],
    ["a day early", "2026-11-21T18:00"],
    ["a day late", "2026-11-23T18:00"],
  ])("an event whose start is %s joins the fixture", (_, time) => {
    const events = [listed("Kansas City Chiefs", "Buffalo Bills", time)];
    expect(outcomesIn(nfl, { fixtures: [bills], events })).toEqual(["bills"]);
  });

  test("an event two days after the fixture is uncertain, and an event five days after it is another fixture", () => {
    const two = [listed("Kansas City Chiefs", "Buffalo Bills", "2026-11-24T18:00")];
    expect(outcomesIn(nfl, { fixtures: [bills], events: two })).toEqual(["uncertain_fixture bills"]);
    const five = [listed("Kansas City Chiefs", "Buffalo Bills", "2026-11-27T18:00")];
    expect(outcomesIn(nfl, { fixtures: [bills], events: five })).toEqual(["new"]);
  });

  test("the second leg three days later is another fixture, whether or not the book also lists the first leg", () => {
    const first = fixture("first", "Arsenal", "Chelsea", "2026-05-15T19:00");
    const events = [
      listed("Chelsea", "Arsenal", "2026-05-18T19:00"),
      listed("Arsenal", "Chelsea", "2026-05-15T19:00"),
    ];
    expect(outcomesIn(epl, { fixtures: [first], events })).toEqual(["new", "first"]);
    expect(outcomesIn(epl, { fixtures: [first], events: events.slice(0, 1) })).toEqual(["new"]);
  });

  test("an event that starts half-way between two legs is uncertain", () => {
    const fixtures = [
      fixture("first", "Arsenal", "Chelsea", "2026-05-15T19:00"),
      fixture("second", "Chelsea", "Arsenal", "2026-05-18T19:00"),
    ];
    const events = [listed("Chelsea", "Arsenal", "2026-05-17T01:00")];
    expect(outcomesIn(epl, { fixtures, events })).toEqual(["uncertain_fixture first second"]);
  });
});

describe("sports in which the same two teams can play on consecutive days", () => {
  const first = fixture("d1", "Florida Panthers", "Pittsburgh Penguins", "2026-03-28T23:00");
  const second = fixture("d2", "Florida Panthers", "Pittsburgh Penguins", "2026-03-29T21:00");

  test("games of the same two teams on consecutive days are two new fixtures if one book lists both", () => {
    const events = [
      listed("Florida Panthers", "Pittsburgh Penguins", "2026-03-29T21:00"),
      listed("Florida Panthers", "Pittsburgh Penguins", "2026-03-28T23:00"),
    ];
    expect(outcomesIn(nhl, { events })).toEqual(["new", "new"]);
  });

  test("an event on the day after the only known fixture of the same two teams becomes a new fixture", () => {
    const events = [listed("Florida Panthers", "Pittsburgh Penguins", "2026-03-29T21:00")];
    expect(outcomesIn(nhl, { fixtures: [first], events })).toEqual(["new"]);
  });

  test.each([
    ["2026-03-28T23:10", "d1"],
    ["2026-03-28T19:00", "d1"],
    ["2026-03-29T20:50", "d2"],
    ["2026-03-29T17:00", "d2"],
  ])(
    "if two teams have fixtures at 2026-03-28T23:00 (d1) and 2026-03-29T21:00 (d2), their event at %s joins %s",
    (time, expected) => {
      const events = [listed("Panthers", "Penguins", time)];
      expect(outcomesIn(nhl, { fixtures: [first, second], events })).toEqual([expected]);
    },
  );

  test("an event that starts between two games of the same teams on consecutive days is uncertain", () => {
    const events = [listed("Panthers", "Penguins", "2026-03-29T09:00")];
    expect(outcomesIn(nhl, { fixtures: [first, second], events })).toEqual(["uncertain_fixture d1 d2"]);
  });

  test("if two teams meet on consecutive days, an event five hours after the first game joins that game's fixture only if the home team matches", () => {
    const home = fixture("home", "Panthers", "Penguins", "2026-03-28T23:00");
    const fixtures = [
      { ...first, id: "home", commenceTime: home.commenceTime },
      {
        ...first,
        id: "away",
        homeTeam: first.awayTeam,
        awayTeam: first.homeTeam,
        commenceTime: home.commenceTime + dayMs,
      },
    ];
    const early = [listed("Penguins", "Panthers", "2026-03-29T04:00")];
    expect(outcomesIn(nhl, { fixtures, events: early })).toEqual(["uncertain_fixture home away"]);
    const agreeing = [listed("Panthers", "Penguins", "2026-03-29T04:00")];
    expect(outcomesIn(nhl, { fixtures, events: agreeing })).toEqual(["home"]);
  });

  test("if two new events of the same two teams are ten hours apart, one becomes a fixture and the other is uncertain", () => {
    const events = [
      listed("Panthers", "Penguins", "2026-03-29T09:00", "a1001"),
      listed("Panthers", "Penguins", "2026-03-28T23:00", "a1002"),
    ];
    expect(outcomesIn(nhl, { events })).toEqual(["uncertain_fixture #1", "new"]);
  });

  test("if two teams have fixtures on consecutive days, their event with a date but no time is uncertain", () => {
    const events = [listed("Panthers", "Penguins", "2026-03-29T00:00")];
    expect(outcomesIn(nhl, { fixtures: [first, second], events })).toEqual(["uncertain_fixture d1 d2"]);
    const midnight = fixture("d3", "Panthers", "Penguins", "2026-03-29T00:00");
    const exact = { ...midnight, homeTeam: first.homeTeam, awayTeam: first.awayTeam };
    expect(outcomesIn(nhl, { fixtures: [exact], events })).toEqual(["d3"]);
  });
});

describe("references", () => {
  const existing = fixture("k", "Anaheim Ducks", "Edmonton Oilers", "2026-04-20T23:00");

  test("an event with the reference of a fixture joins that fixture, even if the event's start moves by hours or to another day", () => {
    for (const time of ["2026-04-21T05:40", "2026-04-22T02:00"]) {
      const events = [listed("Anaheim Ducks", "Edmonton Oilers", time, "9f3a77")];
      expect(outcomesIn(nhl, { fixtures: [existing], events, refs: { "9f3a77": "k" } })).toEqual(["k"]);
    }
  });

  test("a reference that two events share is ignored", () => {
    const events = [
      listed("Anaheim Ducks", "Edmonton Oilers", "2026-04-20T23:00", "9f3a77"),
      listed("Anaheim Ducks", "Edmonton Oilers", "2026-04-21T23:00", "9f3a77"),
    ];
    expect(outcomesIn(nhl, { fixtures: [existing], events, refs: { "9f3a77": "k" } })).toEqual(["k", "new"]);
  });

  test("an event on another day does not join a fixture by a reference that is derived from the team names", () => {
    const events = [
      listed("Anaheim Ducks", "Edmonton Oilers", "2026-04-21T23:00", "anaheim-ducks-edmonton-oilers"),
    ];
    const refs = { "anaheim-ducks-edmonton-oilers": "k" };
    expect(outcomesIn(nhl, { fixtures: [existing], events, refs })).toEqual(["new"]);
  });

  test("an event with the reference of a fixture does not join that fixture if a team differs", () => {
    const events = [listed("Anaheim Ducks", "Calgary Flames", "2026-04-20T23:00", "9f3a77")];
    expect(outcomesIn(nhl, { fixtures: [existing], events, refs: { "9f3a77": "k" } })).toEqual(["new"]);
  });

  test("an event is uncertain if its reference belongs to one fixture and its start to another", () => {
    const next = fixture("n", "Anaheim Ducks", "Edmonton Oilers", "2026-04-21T23:00");
    const events = [listed("Anaheim Ducks", "Edmonton Oilers", "2026-04-21T23:00", "9f3a77")];
    expect(outcomesIn(nhl, { fixtures: [existing, next], events, refs: { "9f3a77": "k" } })).toEqual([
      "uncertain_fixture k n",
    ]);
    expect(outcomesIn(nhl, { fixtures: [existing, next], events })).toEqual(["n"]);
  });

  test("two events of one book never join one fixture, even if each event has a reference of this fixture", () => {
    const events = [
      listed("Anaheim Ducks", "Edmonton Oilers", "2026-04-20T23:20", "b22222"),
      listed("Anaheim Ducks", "Edmonton Oilers", "2026-04-20T23:00", "a11111"),
    ];
    const refs = { a11111: "k", b22222: "k" };
    expect(outcomesIn(nhl, { fixtures: [existing], events, refs })).toEqual(["repeated_event k", "k"]);
    expect(outcomesIn(nhl, { fixtures: [existing], events })).toEqual(["repeated_event k", "k"]);
  });
});

describe("two teams that a book lists twice", () => {
  test("an event that a source lists twice is matched once", () => {
    const event = listed("KC Chiefs", "Buffalo Bills", "2026-11-22T18:00", "e1001");
    expect(outcomesIn(nfl, { fixtures: [bills], events: [event, event] })).toEqual([
      "bills",
      "repeated_event bills",
    ]);
    expect(outcomesIn(nfl, { events: [event, event] })).toEqual(["new", "repeated_event #0"]);
  });

  test("if a book lists the same two teams twice, the event that starts nearest to the fixture's start joins the fixture", () => {
    const events = [
      listed("KC Chiefs", "Buffalo Bills", "2026-11-22T20:00", "e1001"),
      listed("KC Chiefs", "Buffalo Bills", "2026-11-22T18:05", "e1002"),
    ];
    expect(outcomesIn(nfl, { fixtures: [bills], events })).toEqual(["repeated_event bills", "bills"]);
  });
});
