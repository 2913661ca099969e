import { createZone } from "@/server/ingest/feeds/zoned-time";

const toUtc = createZone("Europe/London");

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;
const britishDate = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/;
const clockTime = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

type Day = { readonly year: number; readonly month: number; readonly day: number };

/** Two digits from 90 on mean the 1990s, because the first season of the source is 1993/94. */
const fullYear = (year: string): number =>
  year.length === 4 ? Number(year) : Number(year) + (Number(year) < 90 ? 2000 : 1900);

const parseDay = (text: string): Day | null => {
  const iso = isoDate.exec(text);
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const british = britishDate.exec(text);
  if (british === null) return null;
  return { year: fullYear(british[3] ?? ""), month: Number(british[2]), day: Number(british[1]) };
};

/** The kick-off of a date and a time in London, in ms since the epoch. Null if unreadable: files before 2019/20 have no times. */
export const kickOff = (dateText: string, timeText: string): number | null => {
  const date = parseDay(dateText);
  const time = clockTime.exec(timeText);
  if (date === null || time === null) return null;
  const { year, month, day } = date;
  const [hour, minute, second] = [Number(time[1]), Number(time[2]), Number(time[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  if (new Date(shown).getUTCMonth() !== month - 1 || new Date(shown).getUTCDate() !== day) return null;
  return toUtc(shown);
};
