import type { Config } from "@/server/config";
import { demoLeagues } from "@/server/feeds/demo/leagues";

/**
 * The keys of the sports that visitors can view without an account. By default, these are the sports of the simulated market if it is the
 * only feed, because all its prices are invented. With any other feed, visitors can view no sport by default.
 */
export const publicSportsOf = ({
  publicSports,
  feeds,
}: Pick<Config, "publicSports" | "feeds">): ReadonlySet<string> => {
  if (publicSports !== undefined) return new Set(publicSports);
  const isSimulated = feeds.length === 1 && feeds[0] === "demo";
  return new Set(isSimulated ? demoLeagues.map(({ key }) => key) : []);
};
