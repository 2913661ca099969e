import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { FixtureOdds } from "../../src/schemas";

const folder = fileURLToPath(new URL("../../../faults/", import.meta.url));

/** A line of clients/faults/table.json. */
export type Fault = {
  readonly key: string;
  readonly kind: "http" | "stream" | "both";
  readonly title: string;
  readonly expect: string;
  readonly code?: string | readonly string[];
  readonly status?: number;
};
export const faultTable: readonly Fault[] = JSON.parse(readFileSync(`${folder}table.json`, "utf8")).scenarios;

export type SeenRequest = {
  readonly at_ms: number;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly key: string | null;
  readonly authorization: boolean;
  readonly last_event_id: string | null;
  readonly if_none_match: string | null;
  readonly connection: number;
  readonly other_host: boolean;
};
export type World = {
  readonly version: number;
  readonly cursor: string;
  readonly done: boolean;
  readonly counts: { readonly http: number; readonly stream: number };
};

/** One scenario of the running server. */
export type Scenario = {
  readonly baseUrl: string;
  reset(options?: Readonly<Record<string, string>>): Promise<void>;
  seen(): Promise<readonly SeenRequest[]>;
  world(): Promise<World>;
  /** @returns the fixtures at a cursor. */
  board(query: Readonly<Record<string, string>>): Promise<readonly FixtureOdds[]>;
};

export type FaultServer = {
  readonly url: string;
  scenario(key: string): Scenario;
  stop(): Promise<void>;
};

const getJson = async <T>(url: string): Promise<T> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
};

/** Starts clients/faults/server.mjs in a process of its own. */
export const startFaultServer = async (): Promise<FaultServer> => {
  const server: ChildProcess = spawn(process.execPath, [`${folder}server.mjs`], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, FAULTS_EXIT_WITH_STDIN: "1" },
  });
  if (server.stdout === null) throw new Error("The fault server has no output.");
  const [line] = await once(createInterface({ input: server.stdout }), "line");
  const { url } = JSON.parse(line) as { readonly url: string };
  return {
    url,
    scenario: (key) => {
      const baseUrl = `${url}/${key}`;
      return {
        baseUrl,
        reset: async (options = {}) => {
          await fetch(`${baseUrl}/reset?${new URLSearchParams(options)}`, { method: "POST" });
        },
        seen: () => getJson(`${baseUrl}/seen`),
        world: () => getJson(`${baseUrl}/world`),
        board: (query) => getJson(`${baseUrl}/board?${new URLSearchParams(query)}`),
      };
    },
    stop: async () => {
      const exit = once(server, "exit");
      server.kill();
      await exit;
    },
  };
};
