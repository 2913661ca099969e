import { describe, expect, test } from "vitest";
import { fixture, listed, outcomesIn } from "@/server/matching/testing/meet";

const time = "2026-04-17T02:00";

describe.each(["boxing_boxing", "mma_mixed_martial_arts"])(
  "%s: a known fighter against somebody else",
  (sport) => {
    const bout = fixture("bout", "Daniel Lugo", "Jahmal Harvey", time);

    test.each([
      ["Leandro Damian Medina", "new"],
      ["Lugo", "looks_like_another_team bout"],
      ["D. Lugo", "looks_like_another_team bout"],
      ["Dani Lugo Jr", "looks_like_another_team bout"],
      ["Medina", "opponent_differs bout"],
      ["TBD", "placeholder bout"],
      ["Даниэль Луго", "opponent_differs bout"],
    ])("%s: %s", (opponent, expected) => {
      const events = [listed(opponent, "Jahmal Harvey", time)];
      expect(outcomesIn(sport, { fixtures: [bout], events })).toEqual([expected]);
      const reversed = [listed("Jahmal Harvey", opponent, time)];
      expect(outcomesIn(sport, { fixtures: [bout], events: reversed })).toEqual([expected]);
    });

    test("a nickname that stands with the surname is the same fighter", () => {
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

    test("the replacement is joined by the next book, and so is the bout that another book still lists", () => {
      const fixtures = [bout, fixture("new", "Leandro Damian Medina", "Jahmal Harvey", time)];
      const events = [listed("Leandro Damian Medina", "Jahmal Harvey", time)];
      expect(outcomesIn(sport, { fixtures, events })).toEqual(["new"]);
      expect(outcomesIn(sport, { fixtures, events: [listed("Daniel Lugo", "Jahmal Harvey", time)] })).toEqual(
        ["bout"],
      );
    });
  },
);

describe("a known team against somebody else", () => {
  const sport = "soccer_mexico_ligamx";
  const match = fixture("match", "Pirajuba", "Itaocara", time);
  const events = [listed("Serrinha", "Itaocara", time, "b777")];
  const scene = { fixtures: [match], events };

  test("stays unmatched where the book never stated the match, since names may be nicknames", () => {
    expect(outcomesIn(sport, scene)).toEqual(["opponent_differs match"]);
    expect(outcomesIn(sport, { ...scene, complete: true })).toEqual(["opponent_differs match"]);
  });

  test("is a new match where this book stated the other before and lists it no more", () => {
    const quoted = ["match"];
    expect(outcomesIn(sport, { ...scene, quoted, complete: true })).toEqual(["new"]);
    expect(outcomesIn(sport, { ...scene, quoted, refs: { b777: "match" } })).toEqual(["new"]);
    expect(outcomesIn(sport, { ...scene, quoted })).toEqual(["opponent_differs match"]);
  });

  test("stays unmatched where the book still lists the other", () => {
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
    "stays unmatched where %s could be the same opponent, another side or nobody",
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
