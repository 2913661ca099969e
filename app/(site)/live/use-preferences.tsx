"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import {
  defaultPreferences,
  formatPreferences,
  type Preferences,
  preferencesCookie,
} from "@/app/(site)/live/preferences";
import { isAmerican } from "@/app/(site)/live/time-text";

type Change = (part: Partial<Preferences>) => void;

const context = createContext<{ readonly preferences: Preferences; readonly change: Change }>({
  preferences: defaultPreferences,
  change: () => undefined,
});

const yearSeconds = 365 * 86_400;

const store = (preferences: Preferences): void => {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${preferencesCookie}=${formatPreferences(preferences)}; Path=/explore; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
};

/** Provides the reader's choices. @param initial the choices in the cookie. */
export const PreferencesProvider = ({
  initial,
  children,
}: {
  readonly initial: Preferences;
  readonly children: ReactNode;
}) => {
  const [preferences, setPreferences] = useState(initial);
  const change = useCallback<Change>((part) => {
    setPreferences((before) => {
      const next = { ...before, ...part };
      store(next);
      return next;
    });
  }, []);
  // On a first visit, the cookie has no time zone and no language. Once the reader has travelled, the time zone in it may be wrong.
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const american = isAmerican(navigator.language);
    if (timeZone !== preferences.zone || american !== preferences.american)
      change({ zone: timeZone, american });
  }, [change, preferences.zone, preferences.american]);
  const value = useMemo(() => ({ preferences, change }), [preferences, change]);
  return <context.Provider value={value}>{children}</context.Provider>;
};

export const usePreferences = () => useContext(context);
