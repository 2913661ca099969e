import { compare } from "@/server/domain/collections";

/** `sportsbook`, `exchange` or `prediction_market` today; the list may grow. */
type BookKind = string;

export type Book = {
  readonly key: string;
  readonly title: string;
  readonly kind: BookKind;
  /** Typical seconds between two polls of the book; null if unknown. */
  readonly updateIntervalSeconds: number | null;
  /** False if no source gives a fetch time. Then `last_update` is always null. */
  readonly lastUpdateMeasured: boolean;
};

/** The form of every book key, whether in the catalogue or not. */
export const bookKeyForm = /^[a-z0-9_]{1,40}$/;

type BookRow = readonly [key: string, title: string];

const books = (kind: BookKind, updateIntervalSeconds: number | null, rows: readonly BookRow[]): Book[] =>
  rows.map(([key, title]) => ({ key, title, kind, updateIntervalSeconds, lastUpdateMeasured: true }));

// The Odds API states that it updates featured pre-match markets every 60 seconds, and exchanges every 30 seconds.
const sportsbookSeconds = 60;
const exchangeSeconds = 30;
// Typical seconds between two polls of a game by our own feeds. Kalshi's feed sends one request for the markets of each series, and waits
// 0.6 seconds between requests. The feed knows 366 series. If all of them were due, a round would take 220 seconds. Usually, fewer are due.
const kalshiSeconds = 120;
const polymarketSeconds = 60;

const sportsbooks: readonly BookRow[] = [
  ["atg_se", "ATG"],
  ["ballybet", "Bally Bet"],
  ["barstool", "Barstool Sportsbook"],
  ["bet365_au", "Bet365 AU"],
  ["betanysports", "BetAnything"],
  ["betclic_fr", "Betclic (FR)"],
  ["betfair_sb_uk", "Betfair Sportsbook"],
  ["betmgm", "BetMGM"],
  ["betonlineag", "BetOnline.ag"],
  ["betparx", "betPARX"],
  ["betr_au", "Betr"],
  ["betr_us_dfs", "Betr Picks"],
  ["betright", "Bet Right"],
  ["betrivers", "BetRivers"],
  ["betsson", "Betsson"],
  ["betus", "BetUS"],
  ["betvictor", "Bet Victor"],
  ["betway", "Betway"],
  ["bluebet", "BlueBet"],
  ["bovada", "Bovada"],
  ["boylesports", "BoyleSports"],
  ["casumo", "Casumo"],
  ["circasports", "Circa Sports"],
  ["codere_it", "Codere (IT)"],
  ["coolbet", "Coolbet"],
  ["coral", "Coral"],
  ["dabble_au", "Dabble AU"],
  ["draftkings", "DraftKings"],
  ["espnbet", "theScore Bet"],
  ["everygame", "Everygame"],
  ["fanatics", "Fanatics"],
  ["fanduel", "FanDuel"],
  ["fliff", "Fliff"],
  ["foxbet", "FOX Bet"],
  ["grosvenor", "Grosvenor"],
  ["gtbets", "GTbets"],
  ["hardrockbet", "Hard Rock Bet"],
  ["hardrockbet_az", "Hard Rock Bet (AZ)"],
  ["hardrockbet_fl", "Hard Rock Bet (FL)"],
  ["hardrockbet_oh", "Hard Rock Bet (OH)"],
  ["intertops", "Intertops"],
  ["ladbrokes_au", "Ladbrokes"],
  ["ladbrokes_uk", "Ladbrokes"],
  ["leovegas", "LeoVegas"],
  ["leovegas_se", "LeoVegas (SE)"],
  ["livescorebet", "LiveScore Bet"],
  ["livescorebet_eu", "LiveScore Bet (EU)"],
  ["lowvig", "LowVig.ag"],
  ["marathonbet", "Marathon Bet"],
  ["mrgreen", "Mr Green"],
  ["mrgreen_se", "Mr Green (SE)"],
  ["mybookieag", "MyBookie.ag"],
  ["neds", "Neds"],
  ["netbet_fr", "NetBet (FR)"],
  ["nordicbet", "Nordic Bet"],
  ["onexbet", "1xBet"],
  ["paddypower", "Paddy Power"],
  ["parionssport_fr", "Parions Sport (FR)"],
  ["pick6", "DraftKings Pick6"],
  ["pinnacle", "Pinnacle"],
  ["playup", "PlayUp"],
  ["pmu_fr", "PMU (FR)"],
  ["pointsbetau", "PointsBet (AU)"],
  ["pointsbetus", "PointsBet (US)"],
  ["prizepicks", "PrizePicks"],
  ["rebet", "ReBet"],
  ["skybet", "Sky Bet"],
  ["sport888", "888sport"],
  ["sportsbet", "SportsBet"],
  ["sugarhouse", "SugarHouse"],
  ["superbook", "SuperBook"],
  ["suprabets", "Suprabets"],
  ["svenskaspel_se", "Svenska Spel"],
  ["tab", "TAB"],
  ["tabtouch", "TABtouch"],
  ["tipico_de", "Tipico"],
  ["tipico_us", "Tipico"],
  ["topsport", "TopSport"],
  ["twinspires", "TwinSpires"],
  ["underdog", "Underdog"],
  ["unibet", "Unibet"],
  ["unibet_eu", "Unibet"],
  ["unibet_fr", "Unibet (FR)"],
  ["unibet_it", "Unibet (IT)"],
  ["unibet_nl", "Unibet (NL)"],
  ["unibet_se", "Unibet (SE)"],
  ["unibet_uk", "Unibet (UK)"],
  ["unibet_us", "Unibet"],
  ["virginbet", "Virgin Bet"],
  ["williamhill", "William Hill"],
  ["williamhill_us", "Caesars"],
  ["winamax_de", "Winamax (DE)"],
  ["winamax_fr", "Winamax (FR)"],
  ["windcreek", "Wind Creek (Betfred PA)"],
  ["wynnbet", "WynnBET"],
];

const exchanges: readonly BookRow[] = [
  ["betfair", "Betfair"],
  ["betfair_ex_au", "Betfair"],
  ["betfair_ex_eu", "Betfair"],
  ["betfair_ex_uk", "Betfair"],
  ["betopenly", "BetOpenly"],
  ["matchbook", "Matchbook"],
  ["novig", "Novig"],
  ["prophetx", "ProphetX"],
  ["smarkets", "Smarkets"],
];

// Known only from football-data.co.uk, which collects prices twice a week and gives no fetch time.
const collectedByHand: readonly BookRow[] = [
  ["bet365", "bet365"],
  ["betfred_uk", "Betfred"],
  ["bwin", "bwin"],
];

/** Every book of the catalogue, ordered by key. If The Odds API has the book, that API's key and title are used. */
export const catalogueBooks: readonly Book[] = [
  ...books("sportsbook", sportsbookSeconds, sportsbooks),
  ...books("exchange", exchangeSeconds, exchanges),
  ...books("prediction_market", kalshiSeconds, [["kalshi", "Kalshi"]]),
  ...books("prediction_market", polymarketSeconds, [["polymarket", "Polymarket"]]),
  ...books("sportsbook", null, collectedByHand).map((book) => ({ ...book, lastUpdateMeasured: false })),
].toSorted((a, b) => compare(a.key, b.key));

const booksByKey: ReadonlyMap<string, Book> = new Map(catalogueBooks.map((book) => [book.key, book]));

/** Finds a book of the catalogue by key. Undefined for a book that is known only from a feed. */
export const findCatalogueBook = (key: string): Book | undefined => booksByKey.get(key);
