import type { Availability, Family, MarketShape, Period } from "@/server/domain/catalogue/market-family";
import type { SportGroup } from "@/server/domain/catalogue/sports";

const overUnder: MarketShape = { sides: ["over", "under"], point: "required", subject: "player" };
const yesNo: MarketShape = { sides: ["yes", "no"], point: "none", subject: "player" };

const full = ["full"] as const;
/** The whole game, its first half and its first quarter. */
const parts = ["full", "h1", "q1"] as const;
const everyPart = ["full", "h1", "h2", "q1", "q2", "q3", "q4"] as const;

type Stat<Key extends string = string> = {
  readonly key: Key;
  readonly description: string;
  readonly shape: MarketShape;
  readonly availability: readonly Availability[];
  /** Whether books also quote a ladder of other lines, under the key `…_alternate`. */
  readonly ladder: boolean;
};

type StatRow = readonly [key: string, description: string, periods?: readonly Period[]];

const stats = <const Rows extends readonly StatRow[]>(
  group: SportGroup,
  shape: MarketShape,
  ladder: boolean,
  rows: Rows,
): Stat<Rows[number][0]>[] =>
  rows.map(([key, description, periods = full]) => ({
    key,
    description,
    shape,
    ladder,
    availability: [{ group, periods }],
  }));

const football = [
  ...stats("American Football", overUnder, true, [
    ["player_assists", "Assists"],
    ["player_defensive_interceptions", "Interceptions in defence"],
    ["player_field_goals", "Field goals"],
    ["player_kicking_points", "Kicking points"],
    ["player_pass_attempts", "Pass attempts", parts],
    ["player_pass_completions", "Pass completions", parts],
    ["player_pass_interceptions", "Passes intercepted", parts],
    ["player_pass_longest_completion", "Longest completed pass"],
    ["player_pass_rush_reception_tds", "Passing, rushing and receiving touchdowns"],
    ["player_pass_rush_reception_yds", "Passing, rushing and receiving yards"],
    ["player_pass_rush_yds", "Passing and rushing yards"],
    ["player_pass_tds", "Passing touchdowns", everyPart],
    ["player_pass_yds", "Passing yards", everyPart],
    ["player_pats", "Points after touchdown"],
    ["player_reception_longest", "Longest reception"],
    ["player_reception_tds", "Receiving touchdowns"],
    ["player_reception_yds", "Receiving yards", everyPart],
    ["player_receptions", "Receptions", everyPart],
    ["player_rush_attempts", "Rush attempts", parts],
    ["player_rush_longest", "Longest rush"],
    ["player_rush_reception_tds", "Rushing and receiving touchdowns"],
    ["player_rush_reception_yds", "Rushing and receiving yards", parts],
    ["player_rush_tds", "Rushing touchdowns"],
    ["player_rush_yds", "Rushing yards", everyPart],
    ["player_sacks", "Sacks"],
    ["player_solo_tackles", "Solo tackles"],
    ["player_tackles_assists", "Tackles and assists"],
  ]),
  ...stats("American Football", overUnder, false, [["player_tds_over", "Touchdowns"]]),
  ...stats("American Football", yesNo, false, [
    ["player_1st_td", "First touchdown"],
    ["player_anytime_td", "A touchdown", everyPart],
    ["player_last_td", "Last touchdown"],
  ]),
];

const basketball = [
  ...stats("Basketball", overUnder, true, [
    ["player_assists", "Assists", everyPart],
    ["player_blocks", "Blocks"],
    ["player_blocks_steals", "Blocks and steals"],
    ["player_field_goals", "Field goals"],
    ["player_frees_attempts", "Free throws attempted"],
    ["player_frees_made", "Free throws made"],
    ["player_points", "Points", everyPart],
    ["player_points_assists", "Points and assists", parts],
    ["player_points_rebounds", "Points and rebounds", parts],
    ["player_points_rebounds_assists", "Points, rebounds and assists", parts],
    ["player_rebounds", "Rebounds", everyPart],
    ["player_rebounds_assists", "Rebounds and assists", parts],
    ["player_steals", "Steals"],
    ["player_threes", "Three-pointers", everyPart],
    ["player_turnovers", "Turnovers"],
  ]),
  ...stats("Basketball", yesNo, false, [
    ["player_double_double", "A double-double"],
    ["player_first_basket", "First basket"],
    ["player_first_team_basket", "First basket of the team"],
    ["player_triple_double", "A triple-double"],
  ]),
];

const baseball = [
  ...stats("Baseball", overUnder, true, [
    ["batter_doubles", "Doubles"],
    ["batter_hits", "Hits"],
    ["batter_hits_runs_rbis", "Hits, runs and runs batted in"],
    ["batter_home_runs", "Home runs"],
    ["batter_rbis", "Runs batted in"],
    ["batter_runs_scored", "Runs scored"],
    ["batter_singles", "Singles"],
    ["batter_stolen_bases", "Stolen bases"],
    ["batter_strikeouts", "Strikeouts of a batter"],
    ["batter_total_bases", "Total bases"],
    ["batter_triples", "Triples"],
    ["batter_walks", "Walks of a batter"],
    ["pitcher_earned_runs", "Earned runs allowed"],
    ["pitcher_hits_allowed", "Hits allowed"],
    ["pitcher_outs", "Outs pitched"],
    ["pitcher_strikeouts", "Strikeouts pitched"],
    ["pitcher_walks", "Walks allowed"],
  ]),
  ...stats("Baseball", yesNo, false, [
    ["batter_first_home_run", "First home run"],
    ["pitcher_record_a_win", "Credited with the win"],
  ]),
];

const hockey = [
  ...stats("Ice Hockey", overUnder, true, [
    ["player_assists", "Assists"],
    ["player_blocked_shots", "Blocked shots"],
    ["player_goals", "Goals"],
    ["player_points", "Points"],
    ["player_power_play_points", "Power play points"],
    ["player_shots_on_goal", "Shots on goal"],
    ["player_total_saves", "Saves"],
  ]),
  ...stats("Ice Hockey", yesNo, false, [
    ["player_goal_scorer_anytime", "A goal"],
    ["player_goal_scorer_first", "First goal"],
    ["player_goal_scorer_last", "Last goal"],
  ]),
];

const soccer = [
  ...stats("Soccer", overUnder, true, [
    ["player_assists", "Assists"],
    ["player_shots", "Shots"],
    ["player_shots_on_target", "Shots on target"],
  ]),
  ...stats("Soccer", yesNo, false, [
    ["player_first_goal_scorer", "First goal"],
    ["player_goal_scorer_anytime", "A goal"],
    ["player_last_goal_scorer", "Last goal"],
    ["player_to_receive_card", "A card"],
    ["player_to_receive_red_card", "A red card"],
  ]),
];

const aussieRules = [
  ...stats("Aussie Rules", overUnder, false, [
    ["player_afl_fantasy_points", "Fantasy points"],
    ["player_afl_fantasy_points_over", "Fantasy points, over only"],
    ["player_disposals", "Disposals"],
    ["player_disposals_over", "Disposals, over only"],
    ["player_goals_scored_over", "Goals, over only"],
    ["player_marks_over", "Marks, over only"],
    ["player_tackles_over", "Tackles, over only"],
  ]),
  ...stats("Aussie Rules", yesNo, false, [
    ["player_goal_scorer_anytime", "A goal"],
    ["player_goal_scorer_first", "First goal"],
    ["player_goal_scorer_last", "Last goal"],
  ]),
];

const rugbyLeague = [
  ...stats("Rugby League", yesNo, false, [
    ["player_try_scorer_anytime", "A try"],
    ["player_try_scorer_first", "First try"],
    ["player_try_scorer_last", "Last try"],
  ]),
  ...stats("Rugby League", overUnder, false, [["player_try_scorer_over", "Tries, over only"]]),
];

const toFamily = (stat: Stat): Family => ({
  family: stat.key,
  description: stat.description,
  role: "prop",
  shape: stat.shape,
  availability: stat.availability,
});

const toLadder = (stat: Stat): Family => ({
  ...toFamily(stat),
  family: `${stat.key}_alternate`,
  description: `${stat.description} at other lines`,
  availability: stat.availability.map(({ group }) => ({ group, periods: full })),
});

/** Merges the stats that several groups share, such as assists. */
const joinSports = (all: readonly Stat[]): Stat[] => {
  const byKey = new Map<string, Stat>();
  for (const stat of all) {
    const existing = byKey.get(stat.key);
    byKey.set(
      stat.key,
      existing === undefined
        ? stat
        : { ...existing, availability: [...existing.availability, ...stat.availability] },
    );
  }
  return [...byKey.values()];
};

type KeyOf<Stats extends readonly Stat[]> = Stats[number]["key"];

/** The keys of each group's props, without ladders. With this type, the compiler checks that the demo's `statTable` has every prop. */
export type PropsByGroup = {
  readonly "American Football": KeyOf<typeof football>;
  readonly "Aussie Rules": KeyOf<typeof aussieRules>;
  readonly Baseball: KeyOf<typeof baseball>;
  readonly Basketball: KeyOf<typeof basketball>;
  readonly "Ice Hockey": KeyOf<typeof hockey>;
  readonly "Rugby League": KeyOf<typeof rugbyLeague>;
  readonly Soccer: KeyOf<typeof soccer>;
};

const joined = joinSports([
  ...football,
  ...basketball,
  ...baseball,
  ...hockey,
  ...soccer,
  ...aussieRules,
  ...rugbyLeague,
]);

/** Every player prop, under The Odds API's keys. */
export const playerProps: readonly Family[] = [
  ...joined.map(toFamily),
  ...joined.filter((stat) => stat.ladder).map(toLadder),
];
