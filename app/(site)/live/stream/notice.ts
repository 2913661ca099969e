/** A sport in which something has changed, and the ids of the fixtures. Null: any of its fixtures. */
type SportChange = { readonly sport: string; readonly ids: readonly string[] | null };

/**
 * What the stream of this browser says. A view that is read with `cursor` has everything up to the notice.
 * - `live`: the stream has opened, and covers these sports. Everything before may have been missed.
 * - `changed`: prices have changed. `checked`: in these sports, only times have moved.
 * - `confirmed`: nothing has changed until `at` (ms, by the server's clock) beyond what earlier notices said.
 * - `reset`: anything may have changed.
 * - `down`: the stream has ended.
 */
export type Notice =
  | { readonly kind: "live"; readonly sports: readonly string[]; readonly cursor: string }
  | { readonly kind: "changed"; readonly changes: readonly SportChange[]; readonly cursor: string }
  | { readonly kind: "checked"; readonly sports: readonly string[]; readonly cursor: string }
  | { readonly kind: "confirmed"; readonly at: number; readonly cursor: string }
  | { readonly kind: "reset" }
  | { readonly kind: "down" };

/** What a view is about. A view without a sport is about all sports. */
export type ViewScope = {
  readonly sport?: string | undefined;
  /** The ids of the fixture, if the view is about one fixture. A merged fixture has several. */
  readonly ids?: readonly string[] | undefined;
};

/** Whether a view may differ from what was read before the notice. */
export const concerns = (notice: Notice, { sport, ids }: ViewScope): boolean => {
  switch (notice.kind) {
    case "live":
    case "reset":
      return true;
    case "checked":
      return sport === undefined || notice.sports.includes(sport);
    case "changed":
      return notice.changes.some(
        (change) =>
          (sport === undefined || change.sport === sport) &&
          (ids === undefined || change.ids === null || ids.some((id) => change.ids?.includes(id))),
      );
    default:
      return false;
  }
};
