"use client";

import screen from "@/app/(site)/explore/explore.module.css";
import { ScreenLink } from "@/app/(site)/explore/screen-link";

/** Links to the games of a league that have not started, and to those that have. */
export const SlateSwitch = ({
  sport,
  market,
  isFinished,
}: {
  readonly sport: string;
  readonly market: string | undefined;
  readonly isFinished: boolean;
}) => (
  <nav aria-label="Games" className={screen.switch}>
    <ScreenLink to={{ sport, market }} aria-current={isFinished ? undefined : "page"}>
      Upcoming
    </ScreenLink>
    <ScreenLink to={{ sport, market, view: "finished" }} aria-current={isFinished ? "page" : undefined}>
      Finished
    </ScreenLink>
  </nav>
);
