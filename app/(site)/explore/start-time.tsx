"use client";

import { formatClock, formatDay, formatDayAndClock, formatDuration } from "@/app/(site)/screen/time-text";
import { usePreferences } from "@/app/(site)/screen/use-preferences";
import { useServerSecond } from "@/app/(site)/screen/use-server-time";

/** The time zone in which the reader sees times: their own, or UTC. */
export const useZone = (): string => {
  const { preferences } = usePreferences();
  return preferences.utc ? "UTC" : (preferences.zone ?? "UTC");
};

const StartsIn = ({ at }: { readonly at: number }) => {
  const leftMs = at - useServerSecond();
  return leftMs > 0 ? <>in {formatDuration(leftMs)}</> : <>started</>;
};

/** A fixture's start in a table: the time of day, and below it the day and the time left. */
export const StartTime = ({
  at,
  className,
}: {
  readonly at: number;
  readonly className?: string | undefined;
}) => {
  const zone = useZone();
  return (
    <time dateTime={new Date(at).toISOString()}>
      {formatClock(at, zone)}
      <span className={className}>{formatDay(at, zone)}</span>
      <span className={className}>
        <StartsIn at={at} />
      </span>
    </time>
  );
};

/** A fixture's start on one line: `Sun 22 Nov, 18:00 UTC, in 5 h`. */
export const StartsAt = ({ at }: { readonly at: number }) => {
  const zone = useZone();
  return (
    <span>
      <time dateTime={new Date(at).toISOString()}>
        {formatDayAndClock(at, zone)} {zone === "UTC" ? "UTC" : "local time"}
      </time>
      , <StartsIn at={at} />
    </span>
  );
};
