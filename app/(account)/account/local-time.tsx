"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { formatZone, zoneCookie } from "@/app/(account)/account/zone";
import { isAmerican, type Zone } from "@/app/(site)/live/time-text";
import { formatDate, formatPrecise, formatSecond, formatTime, utc } from "@/app/ui/format";

const context = createContext(utc);

const yearSeconds = 365 * 86_400;

/** Provides the reader's time zone. @param initial the zone in the cookie. */
export function LocalZone({ initial, children }: { readonly initial: Zone; readonly children: ReactNode }) {
  const [zone, setZone] = useState(initial);
  // On a first visit, the cookie is missing. If the reader has travelled since, the cookie's zone is out of date.
  useEffect(() => {
    const { timeZone: name } = new Intl.DateTimeFormat().resolvedOptions();
    const american = isAmerican(navigator.language);
    if (name === zone.name && american === zone.american) return;
    const read = { name, american };
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
    document.cookie = `${zoneCookie}=${formatZone(read)}; Path=/account; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
    setZone(read);
  }, [zone]);
  return <context.Provider value={zone}>{children}</context.Provider>;
}

const formats = {
  date: formatDate,
  time: formatTime,
  withSeconds: formatSecond,
  withSecondsAndYear: formatPrecise,
} as const;

/** Returns a function that formats times in the reader's zone. */
export const useLocalTime = (): ((at: number | string) => string) => {
  const zone = useContext(context);
  return (at) => formatTime(at, zone);
};

type LocalTimeProps = {
  /** ms since the epoch, or ISO 8601. */
  readonly at: number | string;
  /** Default `time`. */
  readonly format?: keyof typeof formats;
};

/** A time in the reader's zone: date and time (`21 Nov 2026, 10:30 CET`), the date only, or with seconds, without or with the year. */
export function LocalTime({ at, format = "time" }: LocalTimeProps) {
  const zone = useContext(context);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatTime(at, { name: "UTC", american: zone.american })}
      suppressHydrationWarning
    >
      {formats[format](at, zone)}
    </time>
  );
}
