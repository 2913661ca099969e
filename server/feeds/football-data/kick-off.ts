const london = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

/** What a clock in London shows at a moment, as if it were UTC. */
const londonClock = (at: number): number => {
  const parts = new Map(london.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
};

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;
const britishDate = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/;
const clockTime = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

type Day = { readonly year: number; readonly month: number; readonly day: number };

/** The source's history begins in 1993. */
const fullYear = (year: string): number =>
  year.length === 4 ? Number(year) : Number(year) + (Number(year) < 90 ? 2000 : 1900);

const parseDay = (text: string): Day | null => {
  const iso = isoDate.exec(text);
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const british = britishDate.exec(text);
  if (british === null) return null;
  return { year: fullYear(british[3] ?? ""), month: Number(british[2]), day: Number(british[1]) };
};

/**
 * The moment of a kick-off that is given as date and time on a British clock, in ms since the epoch; null where either cannot be read
 * (files before 2019/20 have no times).
 */
export const kickOff = (dateText: string, timeText: string): number | null => {
  const date = parseDay(dateText);
  const time = clockTime.exec(timeText);
  if (date === null || time === null) return null;
  const { year, month, day } = date;
  const [hour, minute, second] = [Number(time[1]), Number(time[2]), Number(time[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  if (new Date(shown).getUTCMonth() !== month - 1 || new Date(shown).getUTCDate() !== day) return null;
  const ahead = londonClock(shown) - shown;
  const moment = shown - ahead;
  // Near a clock change the first guess can be off by the hour.
  return londonClock(moment) === shown ? moment : shown - (londonClock(moment) - moment);
};
