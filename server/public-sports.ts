import type { Config } from "@/server/config";
import { demoLeagues } from "@/server/feeds/demo/leagues";

/**
 * The keys of the sports that visitors can view without an account: those of PUBLIC_SPORTS. The default: if the simulated market is the
 * only feed, its sports; otherwise no sport.
 */
export const publicSportsOf = ({
  publicSports,
  feeds,
}: Pick<Config, "publicSports" | "feeds">): ReadonlySet<string> => {
  if (publicSports !== undefined) return new Set(publicSports);
  const isSimulated = feeds.length === 1 && feeds[0] === "demo";
  return new Set(isSimulated ? demoLeagues.map(({ key }) => key) : []);
};
