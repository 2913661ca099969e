"use client";

import type { TRPCClient } from "@trpc/client";
import { useCallback, useEffect, useRef, useState } from "react";
import { type CallFigures, meteredCall } from "@/app/(site)/explore/metered-call";
import { type Refusal, readRefusal } from "@/app/call-api";
import type { WebsiteRouter } from "@/server/api/website-router";

export type CallState<T> =
  | { readonly kind: "idle" | "loading" }
  /** Over the speed limit: called again by itself in a moment. */
  | { readonly kind: "waiting"; readonly seconds: number }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | {
      readonly kind: "answered";
      readonly answer: T;
      readonly figures: CallFigures | undefined;
      /** ms since the epoch, by this browser's clock. */
      readonly at: number;
    };

// A choice makes two calls, and a small plan may have only two in a second. Whoever goes on being refused is told.
const mostWaits = 2;

/**
 * Makes a call when `name` changes, and again when asked to. An answer that is no longer wanted is dropped. Over the speed
 * limit it waits as long as it is told to, twice.
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = (state: CallState<T>): void => {
      if (wanted) setHeld({ name, state });
    };
    const call = async (waits: number): Promise<void> => {
      try {
        const { answer, figures } = await meteredCall<T>(latestRun.current);
        hold({ kind: "answered", answer, figures, at: Date.now() });
      } catch (error) {
        const refusal = readRefusal(error);
        if (refusal.code !== "SPEED_LIMIT" || waits === mostWaits) {
          hold({ kind: "refused", refusal });
          return;
        }
        if (!wanted) return;
        const seconds = refusal.retryAfterSeconds ?? 1;
        hold({ kind: "waiting", seconds });
        timer = setTimeout(() => void call(waits + 1), seconds * 1000);
      }
    };
    hold({ kind: "loading" });
    void call(0);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [name, attempt]);

  const again = useCallback(() => setAttempt((before) => before + 1), []);
  if (name === undefined) return { state: { kind: "idle" }, again };
  return { state: held?.name === name ? held.state : { kind: "loading" }, again };
};

/** Whether the answer is still to come. */
export const isPending = ({ kind }: CallState<unknown>): boolean => kind === "loading" || kind === "waiting";
