import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { findSport, type Sport, sports } from "@/server/domain/catalogue/sports";
import { ApiError, quoted } from "@/server/domain/errors/api-error";
import type { Board } from "@/server/market/board/board";
import { didYouMean } from "@/server/web/api/input/suggest-keys";

const sportKeys = sports.map(({ key }) => key);

/** @throws UNKNOWN_SPORT */
export const requireSport = (key: string): Sport => {
  const sport = findSport(key);
  if (sport === undefined)
    throw new ApiError("UNKNOWN_SPORT", {
      message: `There is no sport key ${quoted(key)}.${didYouMean(key, sportKeys)} GET /v1/sports lists the sport keys.`,
    });
  return sport;
};

/** The error for a fixture id that the sport does not have. */
export const unknownEvent = (sport: Sport, id: string): ApiError =>
  new ApiError("UNKNOWN_EVENT", { message: `There is no fixture ${quoted(id)} under ${sport.key}.` });

/** @throws UNKNOWN_EVENT */
export const requireFixture = async (board: Board, sport: Sport, id: string): Promise<FixtureRecord> => {
  const fixture = await board.findFixture(sport.key, id);
  if (fixture === undefined) throw unknownEvent(sport, id);
  return fixture;
};
