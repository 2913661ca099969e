/** The reasons why an event can be unmatched, each with the explanation that operators read. */
export const unmatchedReasons = {
  ambiguous_name: "A name fits several teams.",
  unknown_name: "A name belongs to no known team, and the league does not learn new teams.",
  looks_like_another_team: "A name belongs to no known team, but could be another spelling of a known team.",
  opponent_differs: "One team is known to play another opponent at that time.",
  other_squad:
    "A name means a squad (women, reserves, youth) that is not in the league's list of teams. Or a match with another squad of the same team is listed at that time.",
  derived_event:
    "A name marks the event as one part of a match, or as a simulated match. Or the names are those of another listed match plus extra words.",
  placeholder: "A name is a placeholder for a team that is not yet known.",
  uncertain_fixture:
    "The two teams are known, but it is not clear which fixture the event is, or whether it is a new one.",
  repeated_event: "The snapshot lists the match more than once, and this event was not used.",
  too_many_meetings: "The snapshot lists the two teams more than 40 times.",
  too_many_new_names:
    "The book has stated more new names of this sport today than the service learns. The event can be matched tomorrow, or once another book states its names.",
  same_team: "Both names belong to the same team.",
} as const satisfies Readonly<Record<string, string>>;

export type UnmatchedReason = keyof typeof unmatchedReasons;
