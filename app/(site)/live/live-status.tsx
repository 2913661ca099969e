"use client";

import type { PolledView } from "@/app/(site)/live/poll-view";
import type { ViewName } from "@/app/(site)/live/read-view";
import classes from "@/app/(site)/live/screen.module.css";
import { formatDuration } from "@/app/(site)/live/time-text";
import { useServerSecond } from "@/app/(site)/live/use-server-time";
import type { CallError } from "@/app/shared/call-api";
import { SiteLink } from "@/app/ui/site-link";

type LiveStatusProps = {
  readonly polled: Pick<PolledView<ViewName>, "confirmedAt" | "failure" | "nextTryAt">;
  readonly onRetry: () => void;
  readonly signInHref: string;
};

const isOffline = (): boolean => typeof navigator !== "undefined" && !navigator.onLine;

const reasonOf = ({ code, message }: CallError): string => {
  if (code !== "UNREACHABLE") return message;
  return isOffline() ? "You're offline. We'll retry when you're back." : "We can't reach Oddskeeper.";
};

const Countdown = ({ nextTryAt }: { readonly nextTryAt: number }) => {
  const seconds = Math.ceil((nextTryAt - useServerSecond()) / 1000);
  return seconds > 0 ? <> Retrying in {seconds} s.</> : <> Retrying.</>;
};

/** Longer than the slowest view's interval. A hidden page reads nothing, so its prices are not live when it becomes visible again. */
const maxQuietMs = 90_000;

/** Shows whether the prices are live. Screen readers announce a change of this state, but not the passing seconds. */
export const LiveStatus = ({ polled, onRetry, signInHref }: LiveStatusProps) => {
  const { confirmedAt, failure, nextTryAt } = polled;
  const quietMs = useServerSecond() - (confirmedAt ?? Number.NaN);
  const isPaused = quietMs > maxQuietMs;
  const signedOut = failure?.code === "MISSING_SESSION" || failure?.code === "INVALID_SESSION";
  return (
    <p
      className={classes.status}
      data-failed={failure === undefined ? undefined : "true"}
      data-paused={isPaused || undefined}
    >
      <span className={classes.dot} />
      <span role="status">
        {failure !== undefined
          ? reasonOf(failure)
          : isPaused
            ? "Paused"
            : confirmedAt === undefined
              ? "Loading"
              : "Live"}
        {nextTryAt !== undefined && " These prices are not live. Each one drops out when it expires."}
      </span>
      {failure === undefined && confirmedAt !== undefined && (
        <span className={classes.quiet} aria-hidden="true">
          {/* One text, so that a second digit moves nothing. */}
          {`checked ${formatDuration(quietMs)} ago`}
        </span>
      )}
      {nextTryAt !== undefined && (
        <>
          <span aria-hidden="true">
            <Countdown nextTryAt={nextTryAt} />
          </span>
          <button type="button" className={classes.textButton} onClick={onRetry}>
            Retry now
          </button>
        </>
      )}
      {signedOut && <SiteLink href={signInHref}>Sign in</SiteLink>}
    </p>
  );
};
