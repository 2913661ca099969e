import { eveningRig } from "@/server/mcp/testing/evening";
import { startMcpRig } from "@/server/mcp/testing/mcp-rig";
const rig = await startMcpRig(eveningRig);
rig.meter.addKey("KEY", "business");
const post = async (title: string, headers: Record<string, string>, message: unknown) => {
  const r = await fetch(rig.url, { method: "POST", headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers }, body: JSON.stringify(message) });
  const t = await r.text();
  console.log(`\n## ${title}\n> ${JSON.stringify(message).slice(0, 260)}\n< ${r.status} ${r.headers.get("content-type")}\n${t.slice(0, 900)}`);
};
const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" }, "io.modelcontextprotocol/clientCapabilities": {} };
await post("discover", { "mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover" }, { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: meta } });
await post("initialize", {}, { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } } });
await post("initialized", {}, { jsonrpc: "2.0", method: "notifications/initialized" });
await post("ping", {}, { jsonrpc: "2.0", id: 2, method: "ping" });
await post("response", {}, { jsonrpc: "2.0", id: 2, result: {} });
const c = await rig.connect("KEY");
for (const [t, a] of [["get_best_prices", { league: "NBA", team: "Lakers", markets: ["h2h"] }], ["get_line_movement", { league: "NBA", team: "Lakers" }], ["get_coverage", { late_only: true }], ["get_odds", { league: "NBA" }]] as const) {
  const r = await c.call(t, a);
  console.log(`\n● oddskeeper - ${t} (MCP)(${JSON.stringify(a)})\n${r.content[0]?.text}\n${JSON.stringify(r.structuredContent).slice(0, 900)}`);
}
const bad = await (await rig.connect("nope")).call("get_usage");
console.log(bad.content[0]?.text);
await rig.close();
process.exit(0);
