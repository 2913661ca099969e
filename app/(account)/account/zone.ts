import type { Zone } from "@/app/(site)/live/time-text";
import { utc } from "@/app/ui/format";

/** The name of the cookie with the reader's time zone. The server needs the zone to render local times. */
export const zoneCookie = "account-zone";

/**
 * Parses the cookie's value, such as `Europe/Berlin` or `us.America/New_York`. The prefix `us.` means that dates and times are written as in
 * the United States. A malformed value means UTC.
 */
export const parseZone = (value: string): Zone => {
  const name = value.replace(/^us\./, "");
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: name });
    return { name, american: name !== value };
  } catch {
    return utc;
  }
};

/** The cookie's value. */
export const formatZone = ({ name, american }: Zone): string => (american ? `us.${name}` : name);
