import type { Config } from "@/server/config";
import { demoLeagues } from "@/server/ingest/feeds/demo/leagues";

/**
 * The keys of the sports that visitors can view without an account. PUBLIC_SPORTS lists these sports. If PUBLIC_SPORTS is not set, the
 * feeds decide. If the simulated market is the only feed, visitors can view its sports. With any other feeds, they can view no sport.
 */
export const publicSportsOf = ({
  publicSports,
  feeds,
}: Pick<Config, "publicSports" | "feeds">): ReadonlySet<string> => {
  if (publicSports !== undefined) return new Set(publicSports);
  const isSimulated = feeds.length === 1 && feeds[0] === "demo";
  return new Set(isSimulated ? demoLeagues.map(({ key }) => key) : []);
};
