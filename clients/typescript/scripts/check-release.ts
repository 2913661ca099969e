/**
 * Checks what a release needs beyond the tests: that the generated files are current, time of import, tools of the package ecosystem, and all
 * supported versions of Node. The tools and the other versions of Node are downloaded by npx. `--offline` leaves them out and says so.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAX_IMPORT_MS = 30;
const IMPORTS = 20;
const tools = { attw: "@arethetypeswrong/cli@0.18.5", publint: "publint@0.3.25" } as const;
const nodeVersions = [20, 22, 24, 26] as const;

const folder = fileURLToPath(new URL("..", import.meta.url));
const isOffline = process.argv.includes("--offline");
let failures = 0;
const report = (name: string, isPassed: boolean, detail: string): void => {
  if (!isPassed) failures += 1;
  process.stdout.write(`${isPassed ? "passed" : "FAILED"}  ${name}  ${detail}\n`);
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const timeOf = (specifier: string): number => {
  const code = `const start = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - start)`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  return Number(printed);
};

const work = mkdtempSync(join(tmpdir(), "oddskeeper-release-"));
try {
  execFileSync("npm", ["run", "-s", "generate", "--", "--check"], { cwd: folder, stdio: "inherit" });
  execFileSync("npm", ["pack", "--silent", "--pack-destination", work], { cwd: folder, stdio: "inherit" });
  const tarball = join(work, readdirSync(work).find((name) => name.endsWith(".tgz")) ?? "");
  execFileSync("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", tarball], {
    cwd: work,
  });

  const empty = join(work, "empty.mjs");
  writeFileSync(empty, "");
  const entry = join(work, "node_modules/oddskeeper/dist/esm/index.js");
  const rounds = Array.from({ length: IMPORTS }, () => [timeOf(entry), timeOf(empty)] as const);
  const importMs = median(rounds.map(([own]) => own)) - median(rounds.map(([, none]) => none));
  report("import", importMs <= MAX_IMPORT_MS, `${importMs.toFixed(1)} ms, at most ${MAX_IMPORT_MS}`);

  writeFileSync(
    join(work, "smoke.mjs"),
    `import { createServer } from "node:http";
    import { createRequire } from "node:module";
    import { Oddskeeper } from "oddskeeper";
    const { OddskeeperError } = createRequire(import.meta.url)("oddskeeper");
    const server = createServer((request, response) =>
      response.writeHead(request.url === "/v1/sports" ? 200 : 404).end('[{"key":"basketball_nba"}]'),
    ).listen(0, async () => {
      const client = new Oddskeeper({ baseUrl: "http://localhost:" + server.address().port });
      const [sport] = await client.sports.list();
      const error = await client.markets.list().catch((one) => one);
      if (sport.key !== "basketball_nba" || !(error instanceof OddskeeperError)) process.exitCode = 1;
      server.close();
      server.closeAllConnections();
    });`,
  );
  for (const version of isOffline ? [] : nodeVersions) {
    const run = spawnSync("npx", ["-y", `node@${version}`, "smoke.mjs"], { cwd: work, encoding: "utf8" });
    report(`Node ${version}`, run.status === 0, run.stderr.trim().split("\n").at(-1) ?? "");
  }
  for (const [name, args] of isOffline
    ? []
    : ([
        ["attw", [tarball]],
        ["publint", ["--strict", tarball]],
      ] as const)) {
    const run = spawnSync("npx", ["-y", tools[name], ...args], { cwd: work, encoding: "utf8" });
    report(name, run.status === 0, run.status === 0 ? tools[name] : `${run.stdout}${run.stderr}`);
  }
  if (isOffline)
    process.stdout.write("skipped: attw, publint, and other versions of Node, because of --offline\n");
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
