/** Why an event is no fixture's, each with the explanation that operators read. */
export const unmatchedReasons = {
  ambiguous_name: "A name fits several teams.",
  unknown_name: "A name is no known team's, and nothing says that it is a new one.",
  looks_like_another_team: "A name that is no known team's could be another spelling of one.",
  opponent_differs: "One team is known to play another opponent at that time.",
  other_squad: "A name is marked as a women's, reserve or youth side, where the first side is known to play.",
  derived_event: "A name stands for a part of a match or a simulated match.",
  placeholder: "A name stands for a team that is not yet known.",
  uncertain_fixture: "The two teams are known, but the start fits no fixture, or several.",
  repeated_event: "The snapshot lists the match twice; the other event was used.",
  same_team: "Both names mean one team.",
} as const satisfies Readonly<Record<string, string>>;

export type UnmatchedReason = keyof typeof unmatchedReasons;
