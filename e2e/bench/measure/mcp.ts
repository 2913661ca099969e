import type { Report } from "@/e2e/bench/report";
import { percentile, spreadOf } from "@/e2e/bench/statistics";

type Sides = { readonly url: string; readonly key: string; readonly sport: string; readonly gameId: string };

type Compared = {
  readonly name: string;
  readonly path: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
};

const callsPerRound = 100;

const timeOf = async (send: () => Promise<Response>): Promise<number> => {
  const begin = performance.now();
  const response = await send();
  const text = await response.text();
  const took = performance.now() - begin;
  if (response.status !== 200 || text.includes('"isError":true'))
    throw new Error(`a call failed: ${text.slice(0, 300)}`);
  return took;
};

const comparedCalls = ({ sport, gameId }: Sides): readonly Compared[] => [
  {
    name: "odds of a game",
    path: `/v1/sports/${sport}/events/${gameId}/odds`,
    tool: "get_odds",
    arguments: { league: sport, fixture_id: gameId },
  },
  {
    name: "moneylines of a league",
    path: `/v1/sports/${sport}/odds?markets=h2h`,
    tool: "get_odds",
    arguments: { league: sport },
  },
  { name: "usage", path: "/v1/account/usage", tool: "get_usage", arguments: {} },
];

/** One caller that makes the same call over REST and over `/mcp`, in turns: what `/mcp` adds to the time until the response. */
export const measureMcp = async (report: Report, sides: Sides, rounds: number): Promise<void> => {
  report.print("calls of tools over /mcp and the same calls over REST");
  const headers = { "X-API-Key": sides.key };
  for (const { name, path, tool, arguments: args } of comparedCalls(sides)) {
    const rest = () => fetch(`${sides.url}${path}`, { headers });
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: tool,
        arguments: args,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    });
    const mcp = () =>
      fetch(`${sides.url}/mcp`, {
        method: "POST",
        headers: {
          ...headers,
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          "MCP-Protocol-Version": "2026-07-28",
          "Mcp-Method": "tools/call",
          "Mcp-Name": tool,
        },
        body,
      });
    const added: number[] = [];
    // The first round warms up both paths.
    for (let round = 0; round <= rounds; round++) {
      const times = { rest: [] as number[], mcp: [] as number[] };
      for (let call = 0; call < callsPerRound; call++) {
        times.rest.push(await timeOf(rest));
        times.mcp.push(await timeOf(mcp));
      }
      if (round > 0) added.push(percentile(times.mcp, 0.95) - percentile(times.rest, 0.95));
    }
    report.add({
      name: `/mcp over REST, ${name}: p95`,
      value: spreadOf(added),
      unit: "ms more",
      target: { max: 5 },
    });
  }
};
