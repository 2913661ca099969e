"use client";

import { useMemo } from "react";
import { zoneOf } from "@/app/(site)/live/preferences";
import { formatDayAndClock, formatDuration, type Zone, zoneName } from "@/app/(site)/live/time-text";
import { usePreferences } from "@/app/(site)/live/use-preferences";
import { useServerSecond } from "@/app/(site)/live/use-server-time";

/** How the reader sees times: in their own time zone or in UTC, and in the form of their language. */
export const useZone = (): Zone => {
  const { utc, zone, american } = usePreferences().preferences;
  return useMemo(() => zoneOf({ utc, zone, american }), [utc, zone, american]);
};

const StartsIn = ({ at }: { readonly at: number }) => {
  const leftMs = at - useServerSecond();
  return leftMs > 0 ? <>in {formatDuration(leftMs)}</> : <>started</>;
};

/** A fixture's start in a table: the day and the time of day, and below them the time left. */
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
      {formatDayAndClock(at, zone)}
      <span className={className}>
        <StartsIn at={at} />
      </span>
    </time>
  );
};

/**
 * A fixture's start on one line: `in 5 h · Sun 22 Nov, 18:00 UTC`. The time left has a fixed width and the date comes last, because the
 * date gets longer when the browser replaces the server's UTC by the reader's time zone.
 */
export const StartsAt = ({
  at,
  className,
}: {
  readonly at: number;
  readonly className?: string | undefined;
}) => {
  const zone = useZone();
  return (
    <p className={className}>
      <span>
        <StartsIn at={at} />
      </span>{" "}
      <time dateTime={new Date(at).toISOString()}>
        {`${formatDayAndClock(at, zone)} ${zoneName(at, zone)}`}
      </time>
    </p>
  );
};
