"use client";

import { createContext, startTransition, useCallback, useContext, useEffect, useRef, useState } from "react";
import { type PolledView, type PollOptions, pollEveryMs, pollView } from "@/app/(site)/live/poll-view";
import type { ReadView, ViewInput, ViewName } from "@/app/(site)/live/read-view";
import type { ScreenStream } from "@/app/(site)/live/stream/screen-stream";
import { type FirstView, viewKey } from "@/app/(site)/live/view-key";

/** The stream that announces changes to the views of a page. Without one, views are polled. */
export const StreamContext = createContext<ScreenStream | undefined>(undefined);

const maxKept = 30;
/** Views that this page has read. They are kept so that Back and Forward show them at once. The oldest are dropped. */
const kept = new Map<string, ReadView<ViewName>>();

const keep = (key: string, read: ReadView<ViewName>): void => {
  kept.delete(key);
  kept.set(key, read);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
};

/** Always undefined on the server, where all readers would share the kept views. */
const findKept = <Name extends ViewName>(key: string): ReadView<Name> | undefined =>
  typeof window === "undefined" ? undefined : (kept.get(key) as ReadView<Name> | undefined);

const newer = <Name extends ViewName>(a: ReadView<Name> | undefined, b: ReadView<Name> | undefined) =>
  a === undefined || (b !== undefined && b.readAt > a.readAt) ? b : a;

const stateOf = <Name extends ViewName>(read: ReadView<Name> | undefined): PolledView<Name> => ({
  read,
  confirmedAt: read?.readAt,
  failure: undefined,
  nextTryAt: undefined,
});

/**
 * A view that is kept up to date.
 * @param input if undefined, nothing is read.
 */
export const useView = <Name extends ViewName>(
  name: Name,
  input: ViewInput<Name> | undefined,
  options: Partial<PollOptions<Name>> & { readonly first?: FirstView<Name> | undefined } = {},
): PolledView<Name> & { readonly retry: () => void } => {
  const { everyMs = pollEveryMs } = options;
  const stream = useContext(StreamContext);
  const key = input === undefined ? undefined : viewKey(name, input);
  const first = options.first?.key === key ? options.first?.read : undefined;
  const [latest, setLatest] = useState<{ readonly key: string; readonly state: PolledView<Name> }>();
  const running = useRef<ReturnType<typeof pollView>>(undefined);
  const latestOptions = useRef(options);
  latestOptions.current = options;

  useEffect(() => {
    if (key === undefined) return;
    const [, sent] = JSON.parse(key) as [Name, ViewInput<Name>];
    const rendered = latestOptions.current.first;
    const newest = newer(findKept<Name>(key), rendered?.key === key ? rendered.read : undefined);
    const polling = pollView<Name>(
      name,
      sent,
      newest,
      { everyMs, stream, nextLapse: (read, now) => latestOptions.current.nextLapse?.(read, now) },
      (state) => {
        if (state.read !== undefined) keep(key, state.read as ReadView<ViewName>);
        // With 60 books, a new view takes some time to render. A transition lets a reader's click interrupt the rendering.
        startTransition(() => setLatest({ key, state }));
      },
    );
    running.current = polling;
    return polling.stop;
  }, [name, key, everyMs, stream]);

  const retry = useCallback(() => running.current?.retry(), []);
  if (key === undefined) return { ...stateOf<Name>(undefined), retry };
  if (latest?.key === key) return { ...latest.state, retry };
  return { ...stateOf(newer(findKept<Name>(key), first)), retry };
};
