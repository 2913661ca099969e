"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  defaultPreferences,
  formatPreferences,
  type Preferences,
  preferencesCookie,
} from "@/app/(site)/live/preferences";
import { isAmerican } from "@/app/(site)/live/time-text";

type Change = (part: Partial<Omit<Preferences, "unsavedFor">>) => void;

const context = createContext<{ readonly preferences: Preferences; readonly change: Change }>({
  preferences: defaultPreferences,
  change: () => undefined,
});

const yearSeconds = 365 * 86_400;

/** Stores the choices in the cookie. Favourites that the account has stay out of the cookie, because they may change on another device. */
const store = (preferences: Preferences, owner: string | undefined): void => {
  const isSaved = owner !== undefined && preferences.unsavedFor === undefined;
  const value = formatPreferences(isSaved ? { ...preferences, favourites: [] } : preferences);
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${preferencesCookie}=${value}; Path=/explore; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
};

/**
 * Saves favourites to the account.
 * @returns whether that succeeded. If not, the cookie keeps the favourites until the next change or visit.
 */
const save = async (books: readonly string[]): Promise<boolean> => {
  try {
    // Few visits change favourites, so the page loads without this code.
    const { api } = await import("@/app/shared/call-api");
    await api.settings.setFavouriteBooks.mutate({ books: [...books] });
    return true;
    // The cookie keeps the favourites until the next change or visit.
  } catch {
    return false;
  }
};

/**
 * Provides the reader's choices.
 * @param initial the choices in the cookie, with the account's favourites.
 * @param owner the tag of the signed-in account; undefined for a visitor.
 */
export const PreferencesProvider = ({
  initial,
  owner,
  children,
}: {
  readonly initial: Preferences;
  readonly owner: string | undefined;
  readonly children: ReactNode;
}) => {
  const [preferences, setPreferences] = useState(initial);
  const change = useCallback<Change>(
    (part) => {
      setPreferences((before) => {
        const next = { ...before, ...part, ...(part.favourites && { unsavedFor: owner }) };
        store(next, owner);
        return next;
      });
    },
    [owner],
  );
  const { favourites, unsavedFor } = preferences;
  // Saves one after another, because a request that overtakes the next one would restore old favourites.
  const saving = useRef(Promise.resolve());
  useEffect(() => {
    if (owner === undefined || unsavedFor !== owner) return;
    saving.current = saving.current.then(async () => {
      if (!(await save(favourites))) return;
      setPreferences((before) => {
        if (before.favourites !== favourites) return before;
        const next = { ...before, unsavedFor: undefined };
        store(next, owner);
        return next;
      });
    });
  }, [favourites, unsavedFor, owner]);
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
