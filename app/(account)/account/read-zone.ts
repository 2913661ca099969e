import { cookies, headers } from "next/headers";
import { parseZone, zoneCookie } from "@/app/(account)/account/zone";
import { isAmerican, type Zone } from "@/app/(site)/live/time-text";

/** How the reader sees times. On the first visit, only the form of dates is known, from the language of the browser. */
export const readZone = async (): Promise<Zone> => {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  const cookie = jar.get(zoneCookie)?.value;
  const [language = ""] = sent.get("accept-language")?.split(/[,;]/) ?? [];
  return cookie === undefined ? { name: "UTC", american: isAmerican(language) } : parseZone(cookie);
};
