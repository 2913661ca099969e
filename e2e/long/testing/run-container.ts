import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Image } from "@/e2e/long/testing/image";

/*
 * Runs an image with the settings of compose.yaml, except those that need a container engine. The container has separate mount and process
 * namespaces, a read-only root, a new /tmp, one folder for data, and no new privileges. It uses this machine's network and control groups.
 */

const startWithinMs = 600_000;

const enter = `
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$1/tmp"
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
mount --bind "$2" "$1/data"
root=$1 user=$3
shift 3
exec setpriv --no-new-privs chroot --userspec="$user" "$root" "$@"
`;

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type Container = {
  readonly url: string;
  /** The container's output so far. */
  readonly printed: () => string;
  /** The PID that the container's first process has on this machine. */
  readonly pid: number;
  /** Fields of /proc/PID/status. */
  readonly status: () => Readonly<Record<string, string>>;
  /** Runs a command in the container's namespaces. @param user default: the image's user. */
  readonly run: (command: readonly string[], user?: string) => Promise<Ended>;
  /** Sends the image's stop signal. @returns the exit code of the first process. */
  readonly stop: () => Promise<number | null>;
  /** Kills all processes of the container, if any are left. */
  readonly kill: () => Promise<void>;
};

/**
 * @param unshare the PID of the program `unshare`, which starts the container.
 * @returns the PID of the container's first process; undefined if this process has not started or has ended.
 */
const firstProcess = (unshare: number | undefined): number | undefined => {
  try {
    const children = readFileSync(`/proc/${unshare}/task/${unshare}/children`, "utf8").trim();
    return children === "" ? undefined : Number(children.split(" ")[0]);
  } catch {
    return undefined;
  }
};

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once("exit", (code) => resolve(code)));

const execute = (program: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 1e8 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      resolve({ code, stdout, stderr });
    });
  });

/** Starts the image's command and waits until the service is ready. @param dataDir is mounted as /data. */
export const runContainer = async (
  { root, config }: Pick<Image, "root" | "config">,
  { dataDir, port, env }: { dataDir: string; port: number; env: Readonly<Record<string, string>> },
): Promise<Container> => {
  const variables = [...config.Env, ...Object.entries({ ...env, PORT: port }).map((pair) => pair.join("="))];
  const command = ["env", "-i", "-C", config.WorkingDir, ...variables];
  const namespaces = ["--mount", "--pid", "--fork", "--propagation=private"];
  const child = spawn(
    "unshare",
    [...namespaces, "sh", "-euc", enter, "sh", root, dataDir, config.User, ...command, ...config.Cmd],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const end = ended(child);
  const kill = async (): Promise<void> => {
    // When a namespace's first process ends, the kernel ends the namespace's other processes. Then `unshare` ends too.
    const first = firstProcess(child.pid);
    if (first !== undefined) process.kill(first, "SIGKILL");
    await end;
  };
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + startWithinMs;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      await kill();
      throw new Error(`the container did not start:\n${printed}`);
    }
    await delay(100);
  }
  const pid = firstProcess(child.pid);
  if (pid === undefined) throw new Error("the container has no process");
  return {
    url,
    printed: () => printed,
    pid,
    status: () =>
      Object.fromEntries(
        readFileSync(`/proc/${pid}/status`, "utf8")
          .trim()
          .split("\n")
          .map((line) => line.split(/:\s*/, 2) as [string, string]),
      ),
    run: (args, user = config.User) => {
      const [uid = "", gid = ""] = user.split(":");
      const target = [
        "--target",
        String(pid),
        "--mount",
        "--pid",
        "--root",
        "--setuid",
        uid,
        "--setgid",
        gid,
      ];
      return execute("nsenter", [...target, ...command, ...args]);
    },
    stop: () => {
      process.kill(pid, config.StopSignal as NodeJS.Signals);
      return end;
    },
    kill,
  };
};
