import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { getOrInsert } from "@/server/domain/collections";

const run = promisify(execFile);

export type DocsSample = {
  /** Page, language and title, such as `/docs/reference/list-odds bash curl`. */
  readonly name: string;
  readonly language: string;
  readonly code: string;
};

/** Reads the code blocks of all docs pages that `llms.txt` lists. */
export const readDocsSamples = async (url: string): Promise<readonly DocsSample[]> => {
  const overview = await (await fetch(`${url}/llms.txt`)).text();
  const pages = [...overview.matchAll(/\((http[^)]+\.md)\)/g)].map(([, page = ""]) => page);
  const texts = await Promise.all(
    pages.map(async (page) => {
      const response = await fetch(page);
      if (!response.ok) throw new Error(`${page} returned ${response.status}`);
      return [new URL(page).pathname.replace(/\.md$/, ""), await response.text()] as const;
    }),
  );
  return texts.flatMap(([page, text]) =>
    [...text.matchAll(/^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm)].map(
      ([, language = "", meta = "", code = ""]) => ({
        name: `${page} ${language} ${/"([^"]*)"/.exec(meta)?.[1] ?? ""}`.trim(),
        language,
        code,
      }),
    ),
  );
};

type Environment = Readonly<Record<string, string>>;
/** Sample name -> printed text. */
type Printed = ReadonlyMap<string, string>;

let buildingClient: Promise<unknown> | undefined;
/** Builds the TypeScript client once. @returns its folder. */
const buildClient = async (): Promise<string> => {
  const cwd = path.resolve("clients/typescript");
  buildingClient ??= run("npm", ["run", "-s", "build"], { cwd });
  await buildingClient;
  return cwd;
};

const inFolder = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const parent = await mkdtemp(path.join(tmpdir(), "oddskeeper-samples-"));
  const folder = path.join(parent, "samples");
  // These links to the installed packages and to the client replace `npm install`.
  await mkdir(path.join(parent, "node_modules"));
  await symlink(await buildClient(), path.join(parent, "node_modules/oddskeeper"));
  await mkdir(folder);
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  try {
    return await use(folder);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
};

/** Runs each sample in a shell. @throws if a command fails or a call returns an error. */
export const runShell = async (
  samples: readonly DocsSample[],
  environment: Environment,
): Promise<Printed> => {
  const printed = new Map<string, string>();
  for (const { name, code } of samples) {
    const strict = code.replaceAll(/^curl /gm, "curl --silent --show-error --fail-with-body ");
    const { stdout } = await run("sh", ["-ec", strict], {
      env: { ...process.env, ...environment },
      maxBuffer: 1e8,
    }).catch((error: Error & { stdout?: string }) => {
      throw new Error(`${name}: ${error.message}\n${error.stdout ?? ""}`);
    });
    printed.set(name, stdout);
  }
  return printed;
};

const readPrinted = (stdout: string): Printed => new Map(JSON.parse(stdout) as [string, string][]);

/** Runs all samples in one process. Each sample becomes an asynchronous function. */
export const runTypescript = (samples: readonly DocsSample[], environment: Environment): Promise<Printed> =>
  inFolder(async (folder) => {
    // A function can't contain an import declaration.
    const inFunction = (code: string): string =>
      code.replaceAll(/^import (\{.*\}) from ("[^"]+");$/gm, "const $1 = await import($2);");
    const bodies = samples.map(
      ({ name, code }) => `await run(${JSON.stringify(name)}, async () => {\n${inFunction(code)}\n});`,
    );
    const program = `const printed = [];
const run = async (name, sample) => {
  const lines = [];
  console.log = (...values) => lines.push(values.map(String).join(" "));
  try {
    await sample();
  } catch (error) {
    throw new Error(\`\${name}: \${error}\`);
  }
  printed.push([name, lines.join("\\n")]);
};
${bodies.join("\n")}
process.stdout.write(JSON.stringify(printed));
`;
    await writeFile(path.join(folder, "samples.ts"), program);
    const { stdout } = await run("node_modules/.bin/tsx", ["samples.ts"], {
      cwd: folder,
      env: { ...process.env, ...environment },
      maxBuffer: 1e8,
    });
    return readPrinted(stdout);
  });

const pythonProgram = `
import contextlib, io, json, sys

printed = []
for name, code in json.load(sys.stdin):
    lines = io.StringIO()
    try:
        with contextlib.redirect_stdout(lines):
            exec(compile(code, name, "exec"), {"__name__": "__main__"})
    except BaseException as error:
        raise RuntimeError(name) from error
    printed.append([name, lines.getvalue()])
json.dump(printed, sys.stdout)
`;

/** Runs all samples in one process. */
export const runPython = (samples: readonly DocsSample[], environment: Environment): Promise<Printed> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      "python3",
      ["-c", pythonProgram],
      // The path to the client replaces `pip install oddskeeper`.
      {
        env: { ...process.env, PYTHONPATH: path.resolve("clients/python/src"), ...environment },
        maxBuffer: 1e8,
      },
      (error, stdout) => (error === null ? resolve(readPrinted(stdout)) : reject(error)),
    );
    child.stdin?.end(JSON.stringify(samples.map(({ name, code }) => [name, code])));
  });

/**
 * Compiles and runs the TypeScript of the quickstart as a reader does, with types from the running service.
 * @param types the shell lines that install the client and generate the types.
 */
export const runQuickstart = (types: string, code: string, environment: Environment): Promise<string> =>
  inFolder(async (folder) => {
    const options = { cwd: folder, env: { ...process.env, ...environment } };
    await writeFile(path.join(folder, "best-price.ts"), code);
    await run("sh", ["-ec", types.replace(/^npm install .*$/m, "")], options);
    const strict = "--strict --noUncheckedIndexedAccess --skipLibCheck --types node";
    const target = "--noEmit --target es2022 --module nodenext";
    await run("sh", ["-ec", `node_modules/.bin/tsc ${strict} ${target} best-price.ts`], options);
    return (await run("node_modules/.bin/tsx", ["best-price.ts"], options)).stdout;
  });

type Odds = { id: string; unmatched_bookmakers?: unknown };

/**
 * Starts a server that stands in for The Odds API (`/v4`) and for the service (`/v1`). The server requests each list of prices from the
 * real service only once, so both APIs return the same prices. The server rejects calls without a key, and v4 calls without `regions`.
 */
export const startOddsApiStandIn = async (service: { readonly url: string; readonly key: string }) => {
  const bodies = new Map<string, Promise<Odds[]>>();
  const readOdds = (sport: string, query: URLSearchParams): Promise<Odds[]> => {
    const markets = query.get("markets") ?? "h2h";
    const target = `/v1/sports/${sport}/odds?markets=${markets}&oddsFormat=${query.get("oddsFormat") ?? "decimal"}`;
    const body = getOrInsert(bodies, target, () =>
      fetch(`${service.url}${target}`, { headers: { "X-API-Key": service.key } }).then(
        (response) => response.json() as Promise<Odds[]>,
      ),
    );
    return body;
  };
  const asTheirs = ({ id, unmatched_bookmakers: _, ...event }: Odds) => ({
    id: createHash("md5").update(id).digest("hex"),
    ...event,
  });

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [, version, sport] = /^\/(v1|v4)\/sports\/(\w+)\/odds$/.exec(pathname) ?? [];
    const isAllowed =
      version === "v4"
        ? searchParams.has("apiKey") && searchParams.has("regions")
        : request.headers["x-api-key"] === service.key;
    if (sport === undefined || !isAllowed) {
      response.writeHead(sport === undefined ? 404 : 401).end('{"message":"rejected"}');
      return;
    }
    const odds = await readOdds(sport, searchParams);
    response.end(JSON.stringify(version === "v4" ? odds.map(asTheirs) : odds));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: (): void => {
      server.close();
    },
  };
};
