import type { BenchRequest } from "@/e2e/bench/measure/responses";
import { ladderMarkets, mainMarkets, propMarkets, slateBookKeys, slateSport } from "@/e2e/bench/slate";

export type SlateGame = {
  readonly id: string;
  readonly home_team: string;
  readonly away_team: string;
  readonly commence_time: string;
};

/** The first game of the slate, as the service returns it. */
export const findSlateGame = async (url: string, key: string): Promise<SlateGame> => {
  const listed = await fetch(`${url}/v1/sports/${slateSport}/events`, { headers: { "X-API-Key": key } });
  const [game] = (await listed.json()) as SlateGame[];
  if (game === undefined) throw new Error("the board is empty");
  return game;
};

const markets = (keys: readonly string[]): string => `markets=${keys.join(",")}`;

/** The benchmarks' requests to the board of `slate.ts`. All except `sportsRequest` ask for prices or history. */
export const slateRequests = (gameId: string) => {
  const oddsPath = `/v1/sports/${slateSport}/odds`;
  const gamePath = `/v1/sports/${slateSport}/events/${gameId}`;
  const sportsRequest: BenchRequest = {
    name: "1-sports",
    path: "/v1/sports",
    targets: { ofBare: 0.31, ofNext: 8 },
  };
  const oddsRequest: BenchRequest = {
    name: "5-odds",
    path: oddsPath,
    targets: { ofBare: 0.6, ofOpenApi: 20 },
  };
  const coverageRequest: BenchRequest = {
    name: "coverage",
    path: "/v1/coverage",
    targets: { ofBare: 0.31 },
  };
  const openSportsRequest: BenchRequest = {
    name: "1-sports-with-fixtures",
    path: "/v1/sports?hasFixtures=true",
    targets: { ofBare: 0.31 },
  };
  const bestRequest: BenchRequest = {
    name: "best",
    path: `/v1/sports/${slateSport}/best`,
    atMostOverBare: oddsRequest,
  };
  const zippedOddsRequest: BenchRequest = { ...oddsRequest, gzip: true, targets: { ofBare: 0.26 } };
  const unchangedRequest: BenchRequest = {
    name: oddsRequest.name,
    path: oddsPath,
    hasResponse: true,
    atMostOverBare: oddsRequest,
  };
  const laddersRequest: BenchRequest = {
    name: "6-ladders",
    path: `${gamePath}/odds?${markets(ladderMarkets)}`,
    atMostOverBare: oddsRequest,
  };
  const propsRequest: BenchRequest = {
    name: "8-props",
    path: `${gamePath}/props?${markets(propMarkets)}`,
    atMostOverBare: oddsRequest,
  };
  const seriesRequest: BenchRequest = {
    name: "9-series",
    path: `/v1/historical/sports/${slateSport}/events/${gameId}/odds?${markets(mainMarkets)}`,
  };
  const countedRequests: readonly BenchRequest[] = [
    oddsRequest,
    zippedOddsRequest,
    { name: "5-odds-five-books", path: `${oddsPath}?bookmakers=${slateBookKeys.slice(0, 5).join(",")}` },
    { name: "5-odds-decimal-unix", path: `${oddsPath}?oddsFormat=decimal&dateFormat=unix` },
    laddersRequest,
    propsRequest,
    bestRequest,
    { name: "9-series-one-book", path: `${seriesRequest.path}&bookmakers=${slateBookKeys[0]}` },
  ];
  return {
    sportsRequest,
    oddsRequest,
    zippedOddsRequest,
    unchangedRequest,
    laddersRequest,
    propsRequest,
    seriesRequest,
    countedRequests,
    /** The requests of the soak in `bench.ts`. */
    requests: [sportsRequest, coverageRequest, openSportsRequest, ...countedRequests],
    /** The requests for which the service's processor time per call is compared with that of other servers. */
    comparedRequests: [
      sportsRequest,
      coverageRequest,
      openSportsRequest,
      oddsRequest,
      bestRequest,
      zippedOddsRequest,
      laddersRequest,
      propsRequest,
      unchangedRequest,
    ],
  };
};
