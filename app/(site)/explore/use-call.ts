"use client";

import type { TRPCClient } from "@trpc/client";
import { useCallback, useEffect, useRef, useState } from "react";
import { type CallFigures, callMetered } from "@/app/(site)/explore/call-metered";
import { type CallError, readCallError } from "@/app/call-api";
import type { WebsiteRouter } from "@/server/api/website-router";

export type CallState<T> =
  | { readonly kind: "idle" | "loading" }
  /** Over the speed limit, with an automatic retry. */
  | { readonly kind: "waiting"; readonly seconds: number }
  | { readonly kind: "failed"; readonly error: CallError }
  | {
      readonly kind: "done";
      readonly response: T;
      readonly figures: CallFigures | undefined;
      /** Time of the response by the browser's clock, ms since the epoch. */
      readonly at: number;
    };

// A new choice makes two calls, which is the speed limit of the Free plan.
const maxRetries = 2;

/**
 * Makes a call when `name` changes or `retry` is called, and ignores responses to superseded calls. Over the speed limit it
 * waits for `Retry-After` and retries, up to `maxRetries` times.
 * @param name identifies the call and its parameters; undefined makes no call.
 */
export const useCall = <T>(
  name: string | undefined,
  run: (client: TRPCClient<WebsiteRouter>) => Promise<T>,
): { readonly state: CallState<T>; readonly retry: () => void } => {
  const [latest, setLatest] = useState<{ readonly name: string; readonly state: CallState<T> }>();
  const [attempt, setAttempt] = useState(0);
  const latestRun = useRef(run);
  latestRun.current = run;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the call
  useEffect(() => {
    if (name === undefined) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (state: CallState<T>): void => {
      if (isCurrent) setLatest({ name, state });
    };
    const call = async (retries: number): Promise<void> => {
      try {
        const { response, figures } = await callMetered<T>(latestRun.current);
        update({ kind: "done", response, figures, at: Date.now() });
      } catch (error) {
        const callError = readCallError(error);
        if (callError.code !== "SPEED_LIMIT" || retries === maxRetries) {
          update({ kind: "failed", error: callError });
          return;
        }
        if (!isCurrent) return;
        const seconds = callError.retryAfterSeconds ?? 1;
        update({ kind: "waiting", seconds });
        timer = setTimeout(() => void call(retries + 1), seconds * 1000);
      }
    };
    update({ kind: "loading" });
    void call(0);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [name, attempt]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  if (name === undefined) return { state: { kind: "idle" }, retry };
  return { state: latest?.name === name ? latest.state : { kind: "loading" }, retry };
};

/** Whether the call has no response yet. */
export const isPending = ({ kind }: CallState<unknown>): boolean => kind === "loading" || kind === "waiting";
