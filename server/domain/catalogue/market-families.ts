import type { Availability, Family, MarketShape, Period } from "@/server/domain/catalogue/market-family";
import { playerProps } from "@/server/domain/catalogue/player-props";
import type { Sport, SportGroup } from "@/server/domain/catalogue/sports";

const halves = ["full", "h1", "h2"] as const;
const quarters = ["full", "h1", "h2", "q1", "q2", "q3", "q4"] as const;

/** The periods for which books quote game markets, by group of sports. */
const gamePeriods: Readonly<Record<SportGroup, readonly Period[]>> = {
  "American Football": quarters,
  "Aussie Rules": quarters,
  Baseball: ["full", "f5"],
  Basketball: quarters,
  Boxing: ["full"],
  Cricket: ["full"],
  Handball: halves,
  "Ice Hockey": ["full"],
  Lacrosse: quarters,
  "Mixed Martial Arts": ["full"],
  "Rugby League": halves,
  "Rugby Union": halves,
  Soccer: halves,
};

const everyGroup = Object.keys(gamePeriods) as SportGroup[];
const teamGroups = everyGroup.filter((group) => group !== "Boxing" && group !== "Mixed Martial Arts");
/** The groups with `h2h_3_way` markets: those with a sport whose `h2h` has no draw. */
const threeWayGroups: readonly SportGroup[] = [
  "American Football",
  "Aussie Rules",
  "Baseball",
  "Basketball",
  "Boxing",
  "Cricket",
  "Ice Hockey",
  "Lacrosse",
  "Mixed Martial Arts",
  "Rugby League",
];

const inAllPeriods = (groups: readonly SportGroup[]): Availability[] =>
  groups.map((group) => ({ group, periods: gamePeriods[group] }));

const moneyline: MarketShape = { sides: ["home", "away"], point: "none", subject: "none" };
const handicap: MarketShape = { sides: ["home", "away"], point: "required", subject: "none" };
const overUnder: MarketShape = { sides: ["over", "under"], point: "required", subject: "none" };
const teamOverUnder: MarketShape = { sides: ["over", "under"], point: "required", subject: "team" };

const gameFamilies = [
  {
    family: "h2h",
    description: "Moneyline",
    role: "main",
    shape: { ...moneyline, addsDraw: true },
    availability: inAllPeriods(everyGroup),
    needsAllSides: true,
  },
  {
    family: "h2h_3_way",
    description: "Three-way result with the draw",
    role: "main",
    shape: { ...moneyline, sides: ["home", "away", "draw"] },
    availability: inAllPeriods(threeWayGroups),
    // In sports with a draw, `h2h` already includes the draw.
    drawCondition: "without_draw",
    needsAllSides: true,
  },
  {
    family: "spreads",
    description: "Spread",
    role: "main",
    shape: handicap,
    // In a fight, the handicap is in rounds or in the judges' points.
    availability: inAllPeriods(everyGroup),
  },
  {
    family: "totals",
    description: "Total",
    role: "main",
    shape: overUnder,
    availability: inAllPeriods(everyGroup),
  },
  {
    family: "alternate_spreads",
    description: "Spread at other lines",
    role: "other",
    shape: handicap,
    availability: inAllPeriods(everyGroup),
  },
  {
    family: "alternate_totals",
    description: "Total at other lines",
    role: "other",
    shape: overUnder,
    availability: inAllPeriods(everyGroup),
  },
  {
    family: "team_totals",
    description: "Total of one team",
    role: "other",
    shape: teamOverUnder,
    availability: inAllPeriods(teamGroups),
  },
  {
    family: "alternate_team_totals",
    description: "Total of one team at other lines",
    role: "other",
    shape: teamOverUnder,
    availability: inAllPeriods(teamGroups),
  },
  {
    family: "btts",
    description: "Both teams to score",
    role: "other",
    shape: { sides: ["yes", "no"], point: "none", subject: "none" },
    availability: inAllPeriods(["Soccer"]),
  },
  {
    family: "draw_no_bet",
    description: "Winner, stake returned on a draw",
    role: "other",
    shape: moneyline,
    availability: inAllPeriods(["Cricket", "Handball", "Rugby Union", "Soccer"]),
    drawCondition: "with_draw",
  },
] as const satisfies readonly Family[];

const soccerCounts = (["corners", "cards"] as const).flatMap((counted) => {
  const availability: readonly Availability[] = [{ group: "Soccer", periods: ["full"] }];
  return [
    {
      family: `alternate_spreads_${counted}`,
      description: `Spread of ${counted}`,
      role: "other",
      shape: handicap,
      availability,
    },
    {
      family: `alternate_totals_${counted}`,
      description: `Total of ${counted}`,
      role: "other",
      shape: overUnder,
      availability,
    },
  ] as const satisfies readonly Family[];
});

/**
 * In these groups, books list "draw no bet" (a draw returns the stake) as an `h2h` without the draw. Soccer books list "draw no bet" under
 * its own name, so a soccer `h2h` without the draw is incomplete.
 */
const quotedBothWays: ReadonlySet<SportGroup> = new Set(["Cricket", "Handball", "Rugby Union"]);

/** The family of the prices that a book lists under `h2h`, depending on whether the draw has a price. Undefined if no family fits. */
export const moneylineFamily = (
  { canDraw, group }: Pick<Sport, "canDraw" | "group">,
  hasDraw: boolean,
): string | undefined => {
  if (hasDraw) return canDraw ? "h2h" : "h2h_3_way";
  if (!canDraw) return "h2h";
  return quotedBothWays.has(group) ? "draw_no_bet" : undefined;
};

/** Families of markets about the game, not about a player. */
export type GameFamily = (typeof gameFamilies)[number]["family"] | (typeof soccerCounts)[number]["family"];

/** Every family of markets, with the sports and periods in which it is offered. */
export const familyTable: readonly Family[] = [...gameFamilies, ...soccerCounts, ...playerProps];
