import type { SportGroup } from "@/server/catalogue/sports";

/**
 * What a player of a role does in a whole game: the mean of a count, or the chance of a yes. Demo players are named by their role, so
 * that no real person is quoted.
 */
export type StatLine = readonly [key: string, roles: string, mean: number];

const football: readonly StatLine[] = [
  ["player_pass_yds", "QB1", 238],
  ["player_pass_tds", "QB1", 1.6],
  ["player_rush_yds", "RB1 RB2 QB1", 44],
  ["player_receptions", "WR1 WR2 TE1 RB1", 4.6],
  ["player_reception_yds", "WR1 WR2 TE1", 52],
  ["player_anytime_td", "RB1 WR1 WR2 TE1 QB1", 0.33],
  ["player_pass_attempts", "QB1", 33],
  ["player_pass_completions", "QB1", 21.5],
  ["player_pass_interceptions", "QB1", 0.8],
  ["player_pass_longest_completion", "QB1", 37],
  ["player_pass_rush_reception_tds", "QB1", 1.9],
  ["player_pass_rush_reception_yds", "QB1", 262],
  ["player_pass_rush_yds", "QB1", 260],
  ["player_pats", "K1", 2.4],
  ["player_kicking_points", "K1", 7.2],
  ["player_field_goals", "K1", 1.6],
  ["player_reception_longest", "WR1", 22],
  ["player_reception_tds", "WR1", 0.5],
  ["player_rush_attempts", "RB1", 15],
  ["player_rush_longest", "RB1", 15],
  ["player_rush_reception_tds", "RB1", 0.7],
  ["player_rush_reception_yds", "RB1", 84],
  ["player_rush_tds", "RB1", 0.5],
  ["player_assists", "LB1", 3.2],
  ["player_defensive_interceptions", "CB1", 0.5],
  ["player_sacks", "DE1", 0.6],
  ["player_solo_tackles", "LB1", 4.7],
  ["player_tackles_assists", "LB1", 7.9],
  ["player_tds_over", "RB1", 0.7],
  ["player_1st_td", "RB1 WR1", 0.09],
  ["player_last_td", "RB1 WR1", 0.09],
];

const basketball: readonly StatLine[] = [
  ["player_points", "PG1 SG1 SF1 PF1 C1", 18],
  ["player_rebounds", "C1 PF1 SF1", 7.4],
  ["player_assists", "PG1 SG1", 5.6],
  ["player_threes", "SG1 PG1 SF1", 2.2],
  ["player_points_rebounds_assists", "PG1 SF1 C1", 29],
  ["player_double_double", "C1 PF1", 0.34],
  ["player_blocks", "C1", 1.1],
  ["player_blocks_steals", "SF1", 1.9],
  ["player_field_goals", "SG1", 6.7],
  ["player_frees_attempts", "C1", 4.2],
  ["player_frees_made", "C1", 3.1],
  ["player_points_assists", "PG1", 24],
  ["player_points_rebounds", "C1", 25],
  ["player_rebounds_assists", "SF1", 9.6],
  ["player_steals", "PG1", 1.2],
  ["player_turnovers", "PG1", 2.6],
  ["player_first_basket", "C1 SF1", 0.12],
  ["player_first_team_basket", "C1 SF1", 0.22],
  ["player_triple_double", "PG1", 0.06],
];

const baseball: readonly StatLine[] = [
  ["pitcher_strikeouts", "SP1", 5.4],
  ["batter_total_bases", "RF1 CF1 DH1", 1.6],
  ["batter_hits", "RF1 CF1 SS1", 1.1],
  ["batter_home_runs", "RF1 DH1", 0.3],
  ["pitcher_outs", "SP1", 16.5],
  ["batter_doubles", "CF1", 0.4],
  ["batter_hits_runs_rbis", "RF1", 2.1],
  ["batter_rbis", "DH1", 0.7],
  ["batter_runs_scored", "CF1", 0.7],
  ["batter_singles", "SS1", 0.8],
  ["batter_stolen_bases", "CF1", 0.5],
  ["batter_strikeouts", "DH1", 1.2],
  ["batter_triples", "CF1", 0.5],
  ["batter_walks", "DH1", 0.6],
  ["pitcher_earned_runs", "SP1", 2.4],
  ["pitcher_hits_allowed", "SP1", 5.1],
  ["pitcher_walks", "SP1", 1.7],
  ["batter_first_home_run", "RF1 DH1", 0.08],
  ["pitcher_record_a_win", "SP1", 0.32],
];

const hockey: readonly StatLine[] = [
  ["player_shots_on_goal", "C1 LW1 RW1 D1", 2.7],
  ["player_points", "C1 LW1 RW1", 0.8],
  ["player_goal_scorer_anytime", "C1 LW1 RW1", 0.3],
  ["player_total_saves", "G1", 26.4],
  ["player_assists", "C1 D1", 0.6],
  ["player_blocked_shots", "D1", 1.7],
  ["player_goals", "LW1", 0.5],
  ["player_power_play_points", "C1", 0.4],
  ["player_goal_scorer_first", "C1 LW1", 0.09],
  ["player_goal_scorer_last", "C1 LW1", 0.09],
];

const soccer: readonly StatLine[] = [
  ["player_goal_scorer_anytime", "ST1 LW1 RW1", 0.29],
  ["player_shots_on_target", "ST1 LW1", 1.2],
  ["player_shots", "ST1 RW1 CM1", 2.1],
  ["player_to_receive_card", "DM1 CB1", 0.22],
  ["player_assists", "CM1", 0.3],
  ["player_first_goal_scorer", "ST1 LW1", 0.11],
  ["player_last_goal_scorer", "ST1 LW1", 0.11],
  ["player_to_receive_red_card", "DM1", 0.06],
];

const aussieRules: readonly StatLine[] = [
  ["player_disposals", "MID1 MID2 HB1", 24],
  ["player_goal_scorer_anytime", "FF1 CHF1 MID1", 0.62],
  ["player_afl_fantasy_points", "MID1", 92],
  ["player_afl_fantasy_points_over", "MID1 MID2", 92],
  ["player_disposals_over", "MID1 MID2", 24],
  ["player_goals_scored_over", "FF1", 1.8],
  ["player_marks_over", "HB1", 5.6],
  ["player_tackles_over", "MID2", 4.3],
  ["player_goal_scorer_first", "FF1", 0.13],
  ["player_goal_scorer_last", "FF1", 0.13],
];

const rugbyLeague: readonly StatLine[] = [
  ["player_try_scorer_anytime", "WG1 WG2 FB1 CE1", 0.36],
  ["player_try_scorer_first", "WG1 FB1", 0.1],
  ["player_try_scorer_last", "WG1 FB1", 0.1],
  ["player_try_scorer_over", "WG1", 0.6],
];

/** The stats of each sport, the ones that every book with props has first. */
export const statLines: Readonly<Partial<Record<SportGroup, readonly StatLine[]>>> = {
  "American Football": football,
  "Aussie Rules": aussieRules,
  Baseball: baseball,
  Basketball: basketball,
  "Ice Hockey": hockey,
  "Rugby League": rugbyLeague,
  Soccer: soccer,
};
