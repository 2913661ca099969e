import { hourMs, minuteMs } from "@/server/domain/durations";

/** A book and the prefix of its columns. */
export type BookColumns = {
  readonly prefix: string;
  /** The prefix for totals and handicaps, if different. */
  readonly lineMarketPrefix?: string;
  readonly book: string;
  readonly title: string;
};

/** Columns of the highest and average prices (`Max`, `Avg`, `Bb…`) are left out, because they belong to no book. */
export const bookColumns: readonly BookColumns[] = [
  { prefix: "1XB", book: "onexbet", title: "1xBet" },
  { prefix: "B365", book: "bet365", title: "bet365" },
  { prefix: "BF", book: "betfair_sb_uk", title: "Betfair Sportsbook" },
  { prefix: "BFD", book: "betfred_uk", title: "Betfred" },
  { prefix: "BFE", book: "betfair_ex_uk", title: "Betfair" },
  { prefix: "BMGM", book: "betmgm", title: "BetMGM" },
  { prefix: "BS", book: "bluesquare", title: "Blue Square" },
  { prefix: "BV", book: "betvictor", title: "Bet Victor" },
  { prefix: "BW", book: "bwin", title: "bwin" },
  { prefix: "CL", book: "coral", title: "Coral" },
  { prefix: "GB", book: "gamebookers", title: "Gamebookers" },
  { prefix: "IW", book: "interwetten", title: "Interwetten" },
  { prefix: "LB", book: "ladbrokes_uk", title: "Ladbrokes" },
  { prefix: "PP", book: "paddypower", title: "Paddy Power" },
  { prefix: "PS", lineMarketPrefix: "P", book: "pinnacle", title: "Pinnacle" },
  { prefix: "SB", book: "sportingbet", title: "Sportingbet" },
  { prefix: "SJ", book: "stanjames", title: "Stan James" },
  { prefix: "SKB", book: "skybet", title: "Sky Bet" },
  { prefix: "SO", book: "sportingodds", title: "Sporting Odds" },
  { prefix: "SY", book: "stanleybet", title: "Stanleybet" },
  // VC Bet was renamed to Bet Victor.
  { prefix: "VC", book: "betvictor", title: "Bet Victor" },
  { prefix: "WH", book: "williamhill", title: "William Hill" },
];

/** Sport keys by the division in the column `Div`. */
export const sportOfDivision: ReadonlyMap<string, string> = new Map(
  Object.entries({
    E0: "soccer_epl",
    E1: "soccer_efl_champ",
    E2: "soccer_england_league1",
    E3: "soccer_england_league2",
    SC0: "soccer_spl",
    D1: "soccer_germany_bundesliga",
    D2: "soccer_germany_bundesliga2",
    I1: "soccer_italy_serie_a",
    I2: "soccer_italy_serie_b",
    SP1: "soccer_spain_la_liga",
    SP2: "soccer_spain_segunda_division",
    F1: "soccer_france_ligue_one",
    F2: "soccer_france_ligue_two",
    N1: "soccer_netherlands_eredivisie",
    B1: "soccer_belgium_first_div",
    P1: "soccer_portugal_primeira_liga",
    T1: "soccer_turkey_super_league",
    G1: "soccer_greece_super_league",
  }),
);

/**
 * The assumed time between the recording of a price and the start of its match. The files state no recording times. football-data.co.uk collects
 * opening prices on Friday afternoon for weekend matches and on Tuesday afternoon for midweek matches. Closing prices are collected just
 * before the start.
 */
export const recordedBeforeStartMs = { opening: 24 * hourMs, closing: minuteMs } as const;
