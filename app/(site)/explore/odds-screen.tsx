"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import type { FirstViews } from "@/app/(site)/explore/first-views";
import { Game } from "@/app/(site)/explore/game/game";
import { Slate } from "@/app/(site)/explore/slate/slate";
import { Toolbar } from "@/app/(site)/explore/toolbar";
import { useAddress } from "@/app/(site)/explore/use-address";
import { type Viewer, ViewerContext } from "@/app/(site)/explore/viewer";
import type { Preferences } from "@/app/(site)/live/preferences";
import { startServerClock } from "@/app/(site)/live/start-clock";
import { followStream } from "@/app/(site)/live/stream/follow-stream";
import { screenStream } from "@/app/(site)/live/stream/screen-stream";
import { PreferencesProvider } from "@/app/(site)/live/use-preferences";
import { RenderedAt } from "@/app/(site)/live/use-server-time";
import { StreamContext, useView } from "@/app/(site)/live/use-view";
import { minuteMs } from "@/server/domain/durations";

const Finished = dynamic(() =>
  import("@/app/(site)/explore/finished/finished").then((file) => file.Finished),
);

const leaguesEveryMs = minuteMs;
const noInput = {};

const Views = ({ first }: { readonly first: FirstViews }) => {
  const address = useAddress();
  const leagues =
    useView("leagues", noInput, { first: first.leagues, everyMs: leaguesEveryMs }).read?.view ?? [];
  const { event } = address;
  const sport = address.sport ?? first.sport;
  const title = leagues.find(({ key }) => key === sport)?.title ?? sport;
  const content = useRef<HTMLDivElement>(null);
  const shown = `${sport} ${event ?? ""} ${event === undefined && address.view === "finished"}`;
  const [focused, setFocused] = useState(shown);
  // When another league or game is shown, moves the focus to its heading, so that users of a keyboard or screen reader continue there.
  useEffect(() => {
    if (focused === shown) return;
    setFocused(shown);
    content.current?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [focused, shown]);
  const toolbar = <Toolbar leagues={leagues} sport={sport} address={address} />;
  return (
    <div ref={content}>
      {event === undefined && address.view === "finished" ? (
        <Finished
          key={sport}
          sport={sport}
          title={title}
          address={address}
          first={first.finished}
          toolbar={toolbar}
        />
      ) : event === undefined ? (
        <Slate
          key={sport}
          sport={sport}
          title={title}
          address={address}
          first={first.slate}
          toolbar={toolbar}
        />
      ) : (
        <Game
          key={event}
          sport={sport}
          sportTitle={title}
          event={event}
          address={address}
          first={first}
          toolbar={toolbar}
        />
      )}
    </div>
  );
};

/** Follows the stream of this browser. Without it, the page polls. */
const useScreenStream = ({ signedIn }: Viewer): void =>
  useEffect(() => followStream(signedIn ? "account" : "visitor"), [signedIn]);

/** The odds screen: the games of a league, one game, or the movement of a market. The URL states which. */
export const OddsScreen = ({
  first,
  preferences,
  owner,
  viewer,
}: {
  readonly first: FirstViews;
  readonly preferences: Preferences;
  /** The tag of the signed-in account. */
  readonly owner: string | undefined;
  readonly viewer: Viewer;
}) => {
  useState(() => startServerClock(first.renderedAt));
  useScreenStream(viewer);
  return (
    <RenderedAt.Provider value={first.renderedAt}>
      <ViewerContext.Provider value={viewer}>
        <PreferencesProvider initial={preferences} owner={owner}>
          <StreamContext.Provider value={screenStream}>
            <Views first={first} />
          </StreamContext.Provider>
        </PreferencesProvider>
      </ViewerContext.Provider>
    </RenderedAt.Provider>
  );
};
