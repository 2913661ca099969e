import { findSport, type Sport, sports } from "@/server/domain/catalogue/sports";
import { ApiError, quoted } from "@/server/domain/errors/api-error";
import { didYouMean } from "@/server/web/api/input/suggest-keys";

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

const byTitle: ReadonlyMap<string, Sport> = new Map(sports.map((sport) => [plain(sport.title), sport]));

/**
 * Finds a league by its key or its title: `basketball_nba` or `NBA`.
 * @throws UNKNOWN_SPORT
 */
export const requireLeague = (name: string): Sport => {
  const sport = findSport(name) ?? byTitle.get(plain(name));
  if (sport === undefined)
    throw new ApiError("UNKNOWN_SPORT", {
      message: `There is no league ${quoted(name)}.${didYouMean(
        name,
        sports.map(({ key }) => key),
      )}`,
    });
  return sport;
};
