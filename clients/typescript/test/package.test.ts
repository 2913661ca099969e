import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { chromium } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findChromium } from "@/e2e/find-chromium";
import { type Consumer, installPackage } from "./testing/consumer";
import { type FaultServer, startFaultServer } from "./testing/fault-server";

const MAX_GZIPPED_BYTES = 12 * 1024;
let consumer: Consumer;
let server: FaultServer;
beforeAll(async () => {
  [consumer, server] = await Promise.all([installPackage(), startFaultServer()]);
});
afterAll(async () => {
  await Promise.all([consumer?.remove(), server?.stop()]);
});

const installed = (path: string): string => join(consumer.folder, "node_modules/oddskeeper", path);
const settingsOf = (key: string): Readonly<Record<string, string>> => ({
  ODDSKEEPER_KEY: "ok_test_secret",
  ODDSKEEPER_URL: `${server.url}/${key}`,
});
const firstPrice = `
  const client = new Oddskeeper();
  client.odds.list({ sport: "basketball_nba", markets: ["h2h"] }).then(async (fixtures) => {
    for await (const board of client.odds.stream({ sports: ["basketball_nba"] })) {
      console.log(fixtures.length, board.fixtures.length);
      break;
    }
  });`;

it("the tarball installs nothing else, and has code, types, licence, readme and changelog", () => {
  expect(readdirSync(join(consumer.folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "oddskeeper",
  ]);
  expect(consumer.files).toEqual(
    expect.arrayContaining([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "dist/cjs/index.d.ts",
      "dist/cjs/index.js",
      "dist/cjs/package.json",
      "dist/esm/index.d.ts",
      "dist/esm/index.js",
    ]),
  );
  expect(consumer.files.filter((path) => /src|test|scripts/.test(path))).toEqual([]);
});

it("the installed package works as a module and by require", async () => {
  for (const key of ["ok", "fork"]) await server.scenario(key).reset();
  const [asModule, required] = await Promise.all([
    consumer.run("program.mjs", `import { Oddskeeper } from "oddskeeper";${firstPrice}`, settingsOf("ok")),
    consumer.run(
      "program.cjs",
      `const { Oddskeeper } = require("oddskeeper");${firstPrice}`,
      settingsOf("fork"),
    ),
  ]);
  expect(asModule).toMatch(/^3 \d+\n$/);
  expect(required).toMatch(/^3 \d+\n$/);
});

it("an error is an OddskeeperError of both copies that a program may load", async () => {
  const code = `
    import { createRequire } from "node:module";
    import { Oddskeeper } from "oddskeeper";
    const { OddskeeperError } = createRequire(import.meta.url)("oddskeeper");
    new Oddskeeper().sports.list().catch((error) => console.log(error instanceof OddskeeperError, error.code));`;
  expect(await consumer.run("copies.mjs", code, settingsOf("allowance_spent"))).toBe(
    "true ALLOWANCE_SPENT\n",
  );
});

it("the declarations compile for modules and for require, without skipLibCheck", () => {
  const program = (load: string) => `${load}
    const client = new Oddskeeper({ apiKey: "k" });
    export const run = async (): Promise<number> => {
      const fixtures = await client.odds.list({ sport: "basketball_nba", dateFormat: "unix" });
      const time: number | undefined = fixtures[0]?.commence_time;
      // @ts-expect-error There is no such parameter value.
      await client.odds.list({ sport: "basketball_nba", oddsFormat: "fractional" });
      for await (const board of client.odds.stream({ sports: ["basketball_nba"] })) return board.fixtures.length;
      return time ?? 0;
    };`;
  writeFileSync(join(consumer.folder, "types.mts"), program('import { Oddskeeper } from "oddskeeper";'));
  writeFileSync(join(consumer.folder, "types.cts"), program('import { Oddskeeper } from "oddskeeper";'));
  const flags = "--noEmit --strict --target es2022 --lib es2022,dom --module nodenext".split(" ");
  const tsc = join(process.cwd(), "node_modules/typescript/bin/tsc");
  const compile = () =>
    execFileSync(process.execPath, [tsc, ...flags, "types.mts", "types.cts"], {
      cwd: consumer.folder,
      encoding: "utf8",
    });
  expect(compile()).toBe("");
});

it("the package has at most 12 KB, minified and compressed, and uses no module of Node", async () => {
  const { outputFiles } = await build({
    entryPoints: [installed("dist/esm/index.js")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
  expect(bytes).toBeLessThanOrEqual(MAX_GZIPPED_BYTES);
  expect(readFileSync(installed("dist/esm/index.js"), "utf8")).not.toMatch(/\bfrom\s*["']|\brequire\(/);
});

it("a process and its fork both get answers, each over a connection of its own", async () => {
  const code = `
    import { fork } from "node:child_process";
    import { fileURLToPath } from "node:url";
    import { Oddskeeper } from "oddskeeper";
    const client = new Oddskeeper();
    const count = async () => (await client.odds.list({ sport: "basketball_nba" })).length;
    const before = await count();
    console.log(process.argv[2] ?? "parent", before);
    if (process.argv[2] === undefined) {
      const child = fork(fileURLToPath(import.meta.url), ["child"]);
      await new Promise((resolve) => child.on("exit", resolve));
      console.log("parent", await count());
    }`;
  const scenario = server.scenario("fork");
  await scenario.reset();
  expect(await consumer.run("forks.mjs", code, settingsOf("fork"))).toBe("parent 3\nchild 3\nparent 3\n");
  const connections = (await scenario.seen()).map(({ connection }) => connection);
  expect(connections[1]).not.toBe(connections[0]);
  expect(connections[1]).not.toBe(connections[2]);
});

it("a body of 100 MB, compressed or not, costs at most 150 MB of memory", async () => {
  const code = `
    import { Oddskeeper } from "oddskeeper";
    const url = process.env.ODDSKEEPER_URL;
    for (const key of ["huge_body", "huge_body_gzip", "huge_body_length"]) {
      const client = new Oddskeeper({ baseUrl: url + "/" + key, maxResponseBytes: 8 * 2 ** 20 });
      await client.sports.list().catch(({ code }) => console.log(code));
    }
    const client = new Oddskeeper({ baseUrl: url + "/stream_huge_event", maxResponseBytes: 8 * 2 ** 20 });
    for await (const event of client.odds.stream({ sports: ["basketball_nba"] }).events())
      if (event.type === "disconnected") { console.log(event.data.error.code); break; }
    console.log(process.resourceUsage().maxRSS);`;
  const env = { ...settingsOf("ok"), ODDSKEEPER_URL: server.url };
  const lines = (await consumer.run("huge.mjs", code, env)).trim().split("\n");
  expect(lines.slice(0, 4)).toEqual(Array(4).fill("RESPONSE_TOO_LARGE"));
  // Node itself takes about 60 MB. 100 MB of text would take 200 MB on top.
  expect(Number(lines[4])).toBeLessThan(60_000 + 150_000);
});

const chromiumPath = findChromium();
it.skipIf(chromiumPath === undefined)("a browser lists odds and follows a stream", async () => {
  const page = `<script type="module">
    import { Oddskeeper } from "/oddskeeper.js";
    const baseUrl = ${JSON.stringify(`${server.url}/stream_random_cuts`)};
    // A reset can take a connection's data with it. Three such connections before the first event would end the stream.
    const client = new Oddskeeper({ apiKey: "k", baseUrl, maxRetries: 20 });
    try {
      const { data, usage } = await client.odds.list({ sport: "basketball_nba" }).withResponse();
      let boards = 0;
      for await (const board of client.odds.stream({ sports: ["basketball_nba"] })) if (++boards === 5) break;
      document.title = [data.length, usage.last, boards].join(" ");
    } catch (error) {
      document.title = String(error);
    }
  </script>`;
  const site = createServer(({ url }, response) => {
    const isScript = url === "/oddskeeper.js";
    response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" });
    response.end(isScript ? readFileSync(installed("dist/esm/index.js")) : page);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const executablePath = chromiumPath ?? "";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 0 });
  try {
    const tab = await browser.newPage();
    await server.scenario("stream_random_cuts").reset({ cuts: "20" });
    await tab.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`, { timeout: 0 });
    await tab.waitForFunction(() => document.title !== "", undefined, { timeout: 0 });
    expect(await tab.title()).toBe("3 1 5");
  } finally {
    await browser.close();
    site.close();
  }
});

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const samples = [...readme.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);

it("a first price takes at most five lines", () => {
  expect(samples[0]?.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(5);
  expect(samples.length).toBeGreaterThan(4);
});

it.each(samples.map((code, index) => [index + 1, code] as const))(
  "sample %i of the README prints something as written",
  async (index, code) => {
    // A stream of another sample has changed the prices, which end at a last version.
    await server.scenario("ok").reset();
    const name = join(consumer.folder, `sample-${index}.mjs`);
    writeFileSync(name, code);
    const env = { ...process.env, ...settingsOf("ok"), ODDSKEEPER_TOKEN: "token" };
    const child = spawn(process.execPath, [name], {
      cwd: consumer.folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const errors: string[] = [];
    child.stderr.on("data", (chunk) => errors.push(String(chunk)));
    const ended = once(child, "close").then(() => errors.join(""));
    const line = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended]);
    // Samples with a stream go on for ever.
    child.kill();
    await ended;
    expect(line, errors.join("")).toEqual([expect.stringMatching(/\S/)]);
  },
);
