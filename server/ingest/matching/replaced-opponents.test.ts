import { describe, expect, test } from "vitest";
import { fixture, listed, outcomesIn } from "@/server/ingest/matching/testing/meet";

const time = "2026-04-17T02:00";

describe.each(["boxing_boxing", "mma_mixed_martial_arts"])(
  "%s: a known fighter with another opponent",
  (sport) => {
    const bout = fixture("bout", "Daniel Lugo", "Jahmal Harvey", time);

    test.each([
      ["Leandro Damian Medina", "new"],
      ["Lugo", "looks_like_another_team bout"],
      ["D. Lugo", "bout"],
      ["Lugo D.", "bout"],
      ["E. Lugo", "looks_like_another_team bout"],
      ["D. Lugo Jr", "looks_like_another_team bout"],
      ["Dani Lugo Jr", "looks_like_another_team bout"],
      ["Medina", "opponent_differs bout"],
      ["TBD", "placeholder bout"],
      ["Даниэль Луго", "opponent_differs bout"],
    ])(
      "if the fixture `bout` is Jahmal Harvey against Daniel Lugo, an event of Harvey against %s results in: %s",
      (opponent, expected) => {
        const events = [listed(opponent, "Jahmal Harvey", time)];
        expect(outcomesIn(sport, { fixtures: [bout], events })).toEqual([expected]);
        const reversed = [listed("Jahmal Harvey", opponent, time)];
        expect(outcomesIn(sport, { fixtures: [bout], events: reversed })).toEqual([
          expected === "bout" ? "~bout" : expected,
        ]);
      },
    );

    test("an event joins the bout if a name's words are reversed or a nickname is added, but not if a nickname replaces the given name", () => {
      const canelo = fixture("canelo", "Saul Alvarez", "Jahmal Harvey", time);
      for (const [name, expected] of [
        ["Canelo", "opponent_differs canelo"],
        ["Canelo Alvarez", "looks_like_another_team canelo"],
        ["Saul 'Canelo' Alvarez", "canelo"],
        ["Alvarez Saul", "canelo"],
      ] as const)
        expect(
          outcomesIn(sport, { fixtures: [canelo], events: [listed(name, "Jahmal Harvey", time)] }),
        ).toEqual([expected]);
    });

    test("an event with two abbreviated names joins a bout only if the start is the same and no other known fighter fits", () => {
      const events = [listed("Lugo D.", "J. Harvey", time)];
      expect(outcomesIn(sport, { fixtures: [bout], events })).toEqual(["bout"]);
      const namesake = fixture("other", "Dominic Lugo", "Leandro Damian Medina", time);
      expect(outcomesIn(sport, { fixtures: [bout, namesake], events })).toEqual([
        expect.stringMatching(/^looks_like_another_team/),
      ]);
      const nextDay = [listed("Lugo D.", "J. Harvey", "2026-04-18T02:00")];
      expect(outcomesIn(sport, { fixtures: [bout], events: nextDay })).toEqual([
        expect.stringMatching(/^looks_like_another_team/),
      ]);
    });

    test("if a fighter has two bouts because an opponent was replaced, an event joins the bout of the two fighters that it names", () => {
      const fixtures = [bout, fixture("new", "Leandro Damian Medina", "Jahmal Harvey", time)];
      const events = [listed("Leandro Damian Medina", "Jahmal Harvey", time)];
      expect(outcomesIn(sport, { fixtures, events })).toEqual(["new"]);
      expect(outcomesIn(sport, { fixtures, events: [listed("Daniel Lugo", "Jahmal Harvey", time)] })).toEqual(
        ["bout"],
      );
    });
  },
);

describe("a known team with another opponent", () => {
  const sport = "soccer_mexico_ligamx";
  const match = fixture("match", "Pirajuba", "Itaocara", time);
  const events = [listed("Serrinha", "Itaocara", time, "b777")];
  const scene = { fixtures: [match], events };

  test("an event with an unknown opponent is unmatched if the book never listed the known team's fixture", () => {
    expect(outcomesIn(sport, scene)).toEqual(["opponent_differs match"]);
    expect(outcomesIn(sport, { ...scene, complete: true })).toEqual(["opponent_differs match"]);
  });

  test("an event with an unknown opponent becomes a new fixture if the book used to list the known team's fixture and no longer does", () => {
    const quoted = ["match"];
    expect(outcomesIn(sport, { ...scene, quoted, complete: true })).toEqual(["new"]);
    expect(outcomesIn(sport, { ...scene, quoted, refs: { b777: "match" } })).toEqual(["new"]);
    expect(outcomesIn(sport, { ...scene, quoted })).toEqual(["opponent_differs match"]);
  });

  test("an event with an unknown opponent is unmatched while the book still lists the known team's fixture", () => {
    const both = [...events, listed("Pirajuba", "Itaocara", time, "b778")];
    const outcomes = outcomesIn(sport, {
      fixtures: [match],
      events: both,
      quoted: ["match"],
      complete: true,
    });
    expect(outcomes).toEqual(["opponent_differs match", "match"]);
  });

  test.each(["Pirajuba SP", "Piraju", "Pirajuba Femenil", "To be decided"])(
    "an event of Itaocara against %s is unmatched, because the name could be a placeholder or mean Itaocara's known opponent Pirajuba",
    (name) => {
      const moved = [listed(name, "Itaocara", time, "b777")];
      const [outcome] = outcomesIn(sport, {
        fixtures: [match],
        events: moved,
        quoted: ["match"],
        complete: true,
      });
      expect(outcome).not.toBe("new");
      expect(outcome).not.toBe("match");
    },
  );
});
