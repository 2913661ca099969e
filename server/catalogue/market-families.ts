import type { Family, MarketShape, Offer, Period } from "@/server/catalogue/markets";
import { playerProps } from "@/server/catalogue/player-props";
import type { SportGroup } from "@/server/catalogue/sports";

const halves = ["full", "h1", "h2"] as const;
const quarters = ["full", "h1", "h2", "q1", "q2", "q3", "q4"] as const;

/** The periods that a sport's game markets can be for. */
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
/** Groups with a sport whose `h2h` has no draw. */
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

const inAllPeriods = (groups: readonly SportGroup[]): Offer[] =>
  groups.map((group) => ({ group, periods: gamePeriods[group] }));

const sides: MarketShape = { sides: ["home", "away"], point: "none", subject: "none" };
const handicap: MarketShape = { sides: ["home", "away"], point: "required", subject: "none" };
const overUnder: MarketShape = { sides: ["over", "under"], point: "required", subject: "none" };
const teamOverUnder: MarketShape = { sides: ["over", "under"], point: "required", subject: "team" };

const gameFamilies: readonly Family[] = [
  { family: "h2h", description: "Moneyline", role: "main", shape: sides, offers: inAllPeriods(everyGroup) },
  {
    family: "h2h_3_way",
    description: "Three-way result with the draw",
    role: "main",
    shape: { ...sides, sides: ["home", "away", "draw"] },
    offers: inAllPeriods(threeWayGroups),
  },
  {
    family: "spreads",
    description: "Spread",
    role: "main",
    shape: handicap,
    // Books quote rounds or points of the judges as handicaps of a fight.
    offers: inAllPeriods(everyGroup),
  },
  {
    family: "totals",
    description: "Total",
    role: "main",
    shape: overUnder,
    offers: inAllPeriods(everyGroup),
  },
  {
    family: "alternate_spreads",
    description: "Spread at other lines",
    role: "other",
    shape: handicap,
    offers: inAllPeriods(everyGroup),
  },
  {
    family: "alternate_totals",
    description: "Total at other lines",
    role: "other",
    shape: overUnder,
    offers: inAllPeriods(everyGroup),
  },
  {
    family: "team_totals",
    description: "Total of one team",
    role: "other",
    shape: teamOverUnder,
    offers: inAllPeriods(teamGroups),
  },
  {
    family: "alternate_team_totals",
    description: "Total of one team at other lines",
    role: "other",
    shape: teamOverUnder,
    offers: inAllPeriods(teamGroups),
  },
  {
    family: "btts",
    description: "Both teams to score",
    role: "other",
    shape: { sides: ["yes", "no"], point: "none", subject: "none" },
    offers: inAllPeriods(["Soccer"]),
  },
  {
    family: "draw_no_bet",
    description: "Winner, stake returned on a draw",
    role: "other",
    shape: sides,
    offers: inAllPeriods(["Cricket", "Handball", "Rugby Union", "Soccer"]),
  },
];

const soccerCounts: readonly Family[] = (["corners", "cards"] as const).flatMap((what): Family[] => {
  const offers: Offer[] = [{ group: "Soccer", periods: ["full"] satisfies Period[] }];
  return [
    {
      family: `alternate_spreads_${what}`,
      description: `Spread of ${what}`,
      role: "other",
      shape: handicap,
      offers,
    },
    {
      family: `alternate_totals_${what}`,
      description: `Total of ${what}`,
      role: "other",
      shape: overUnder,
      offers,
    },
  ];
});

/** Every family of markets with the sports and periods that it is offered in. */
export const familyTable: readonly Family[] = [...gameFamilies, ...soccerCounts, ...playerProps];
