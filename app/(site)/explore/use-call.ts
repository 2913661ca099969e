"use client";

import type { TRPCClient } from "@trpc/client";
import { useCallback, useEffect, useRef, useState } from "react";
import { type CallFigures, meteredCall } from "@/app/(site)/explore/metered-call";
import { type Refusal, readRefusal } from "@/app/call-api";
import type { WebsiteRouter } from "@/server/api/website-router";

export type CallState<T> =
  | { readonly kind: "idle" | "loading" }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | {
      readonly kind: "answered";
      readonly answer: T;
      readonly figures: CallFigures | undefined;
      /** ms since the epoch, by this browser's clock. */
      readonly at: number;
    };

/**
 * Makes a call when `name` changes, and again when asked to. An answer that is no longer wanted is dropped.
 * @param name what is called, with its parameters; undefined calls nothing.
 */
export const useCall = <T>(
  name: string | undefined,
  run: (client: TRPCClient<WebsiteRouter>) => Promise<unknown>,
): { readonly state: CallState<T>; readonly again: () => void } => {
  const [held, setHeld] = useState<{ readonly name: string; readonly state: CallState<T> }>();
  const [attempt, setAttempt] = useState(0);
  const latestRun = useRef(run);
  latestRun.current = run;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a reason to call again
  useEffect(() => {
    if (name === undefined) return;
    let wanted = true;
    const hold = (state: CallState<T>): void => {
      if (wanted) setHeld({ name, state });
    };
    hold({ kind: "loading" });
    meteredCall<T>(latestRun.current).then(
      ({ answer, figures }) => hold({ kind: "answered", answer, figures, at: Date.now() }),
      (error: unknown) => hold({ kind: "refused", refusal: readRefusal(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [name, attempt]);

  const again = useCallback(() => setAttempt((before) => before + 1), []);
  if (name === undefined) return { state: { kind: "idle" }, again };
  return { state: held?.name === name ? held.state : { kind: "loading" }, again };
};
