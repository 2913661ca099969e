import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

type Service = {
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly command?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly resources: { readonly limits: Readonly<Record<string, string | number>> } };
  readonly [other: string]: unknown;
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

const textOf = (file: string): string => readFileSync(file, "utf8");
const compose = parse(textOf("compose.yaml")) as Compose;
const embedded = parse(textOf("compose.embedded.yaml")) as Compose;
const serviceOf = ({ services }: Compose, name: string): Service => {
  const service = services[name];
  if (service === undefined) throw new Error(`no service ${name}`);
  return service;
};
const everyService = [compose, embedded].flatMap(({ services }) => Object.entries(services));

/** Substitutes `${NAME:-default}` and `${NAME}` as compose does. @throws when `${NAME:?why}` has no value. */
const interpolate = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string | undefined, rest) => {
    const value = env[name] ?? "";
    if (value === "" && kind === "?") throw new Error(`${name} is required`);
    return value === "" && kind === "-" ? rest : value;
  });

describe("compose.yaml", () => {
  test.each(["AUTH_SECRET", "POSTGRES_PASSWORD"])("compose.yaml starts no service without %s", (name) => {
    const secrets: Record<string, string> = { AUTH_SECRET: "a", POSTGRES_PASSWORD: "b" };
    const { [name]: _, ...others } = secrets;
    expect(() => interpolate(textOf("compose.yaml"), secrets)).not.toThrow();
    expect(() => interpolate(textOf("compose.yaml"), others)).toThrow(`${name} is required`);
    expect(() => interpolate(textOf("compose.yaml"), { ...others, [name]: "" })).toThrow(
      `${name} is required`,
    );
  });

  test("Every secret in the compose files comes from the environment and has no default", () => {
    const secrets = everyService
      .flatMap(([, { environment = {} }]) => Object.entries(environment))
      .filter(([name]) => /SECRET|PASSWORD|TOKEN|SMTP_URL/.test(name));
    expect(secrets.map(([name]) => name)).toEqual(
      expect.arrayContaining(["AUTH_SECRET", "POSTGRES_PASSWORD"]),
    );
    for (const [name, value] of secrets)
      expect([name, value]).toEqual([name, expect.stringMatching(/^\$\{\w+:(\?[^}]*|-)\}$/)]);
    expect(serviceOf(compose, "oddskeeper").environment.DATABASE_URL).toContain(":${POSTGRES_PASSWORD:?");
  });

  test("compose.yaml passes every variable of .env.example to the oddskeeper container, except those of other counter stores and those that the image sets", () => {
    const named = [...textOf(".env.example").matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name ?? "");
    const otherStores = named.filter((name) => /^(UPSTASH_|REDIS_(?!URL$))/.test(name));
    const notPassed = ["PORT", "HOST", "DATA_DIR", ...otherStores];
    const passed = Object.keys(serviceOf(compose, "oddskeeper").environment);
    expect([...passed, ...notPassed].sort()).toEqual(named.sort());
  });

  test("The stores in compose.yaml are on an internal network and publish no port", () => {
    expect(compose.networks?.stores).toEqual({ internal: true });
    for (const name of ["postgres", "redis"]) {
      expect(serviceOf(compose, name).networks).toEqual(["stores"]);
      expect(serviceOf(compose, name).ports).toBeUndefined();
    }
  });

  test("In compose.yaml, Redis evicts nothing, and both stores keep their data on volumes", () => {
    const command = serviceOf(compose, "redis").command?.join(" ");
    expect(command).toContain("--maxmemory-policy noeviction");
    expect(command).toContain("--appendonly yes --appendfsync everysec");
    for (const [name, target] of [
      ["redis", "/data"],
      ["postgres", "/var/lib/postgresql/data"],
    ] as const) {
      expect(serviceOf(compose, name).volumes).toEqual([`${name}:${target}`]);
      expect(Object.keys(compose.volumes)).toContain(name);
    }
  });
});

describe.each([
  ["compose.yaml", compose],
  ["compose.embedded.yaml", embedded],
])("the service in %s", (_, file) => {
  const service = serviceOf(file, "oddskeeper");

  test("The oddskeeper container has no capabilities, and can write only to /tmp and, with the embedded database, to a data volume", () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(service.tmpfs?.map((mount) => mount.split(":")[0])).toEqual(["/tmp"]);
    expect(service.volumes ?? []).toEqual(file === embedded ? ["data:/data"] : []);
    for (const name of ["privileged", "user", "pid", "ipc", "network_mode", "devices", "cap_add"])
      expect(service[name]).toBeUndefined();
  });

  test("The oddskeeper container's port is published only on 127.0.0.1 by default", () => {
    expect(service.ports?.map((port) => interpolate(port, {}))).toEqual(["127.0.0.1:3000:3000"]);
  });

  test("The oddskeeper container has a health check that needs no store, and enough time to stop", () => {
    expect(service.healthcheck?.test.at(-1)).toContain("/healthz");
    const [, maxStopMs = ""] = /const maxStopMs = ([\d_]+);/.exec(textOf("server/run/main.ts")) ?? [];
    const [, drainSeconds = ""] = /DRAIN_SECONDS=(\d+)/.exec(textOf("Containerfile")) ?? [];
    expect(interpolate(service.environment.DRAIN_SECONDS ?? drainSeconds, {})).toBe(drainSeconds);
    expect(Number.parseInt(service.stop_grace_period ?? "", 10) * 1000).toBeGreaterThan(
      Number(maxStopMs.replaceAll("_", "")) + Number(drainSeconds) * 1000,
    );
  });
});

test.each(everyService)(
  "The %s container has limits on processors, memory and processes, and restarts unless it was stopped",
  (_, service) => {
    expect(Object.keys(service.deploy?.resources.limits ?? {})).toEqual(["cpus", "memory", "pids"]);
    expect(service.restart).toBe("unless-stopped");
  },
);

test("The image runs as an unprivileged user, and .dockerignore excludes .env files", () => {
  const final = textOf("Containerfile")
    .split(/^FROM /m)
    .at(-1);
  expect(final).toMatch(/^USER 1000:1000$/m);
  const ignored = textOf(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(ignored[0]).toBe("*");
  expect(ignored).toContain("**/.env*");
});

test(".dockerignore admits every folder from which the image's source files import", () => {
  const lines = textOf(".dockerignore").split("\n");
  const admitted = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const sources = admitted
    .filter((name) => path.extname(name) === "")
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
    )
    .filter(
      (name) => /\.tsx?$/.test(name) && !/(?:\.test\.ts|testing(?:-setup)?\.ts|\/testing\/.*)$/.test(name),
    );
  expect(sources.length).toBeGreaterThan(100);
  const imported = sources.flatMap((name) =>
    [...textOf(name).matchAll(/(?:from|import) "@\/([^"]+)"/g)].map(([, target = ""]) => target),
  );
  const missing = imported.filter((target) => !admitted.includes(target.split("/")[0] ?? ""));
  expect(missing).toEqual([]);
});
