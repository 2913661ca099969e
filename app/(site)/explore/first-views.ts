import type { FirstView } from "@/app/(site)/live/view-key";

/** The views in the first HTML of the odds screen. */
export type FirstViews = {
  /** ms, by the server's clock. */
  readonly renderedAt: number;
  /** The league to show if the URL names none. */
  readonly sport: string;
  readonly leagues: FirstView<"leagues">;
  readonly slate?: FirstView<"slate"> | undefined;
  readonly game?: FirstView<"game"> | undefined;
  readonly movement?: FirstView<"movement"> | undefined;
  readonly closing?: FirstView<"closing"> | undefined;
  readonly finished?: FirstView<"finished"> | undefined;
};
