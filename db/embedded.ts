import { type ChildProcess, fork } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { embeddedPaths } from "@/db/embedded-paths";
import { projectFile } from "@/db/project-file";

/** Another process owns the data directory. */
export class DataDirInUseError extends Error {
  override readonly name = "DataDirInUseError";
}

/** The database did not start; the message is one clear line for the operator. */
export class DatabaseNotStartedError extends Error {
  override readonly name = "DatabaseNotStartedError";

  constructor(why: string | undefined) {
    super(`The embedded database did not start: ${why ?? "it did not say why"}`);
  }
}

export type EmbeddedDatabase = {
  readonly socketPath: string;
  /** Resolves when the database process has ended, with why. */
  readonly ended: Promise<string>;
  readonly close: () => Promise<void>;
};

// sun_path holds 108 bytes on Linux, 104 on macOS, the terminating NUL included.
const longestSocketPath = 103;

const checkSocketPath = (socketPath: string): void => {
  if (Buffer.byteLength(socketPath) <= longestSocketPath) return;
  throw new Error(
    `DATA_DIR: ${socketPath} is longer than the ${longestSocketPath} bytes that a socket's path may have`,
  );
};

const exited = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });

/**
 * Starts the database process on a data directory, migrated, and owns it until `close` or this process's death.
 * @param socket where it serves, for a directory whose own path is too long.
 * @throws DataDirInUseError when another process owns the directory.
 * @throws DatabaseNotStartedError for any other reason.
 */
export const startEmbeddedDatabase = async (
  dataDir: string,
  socket = embeddedPaths(dataDir).socket,
): Promise<EmbeddedDatabase> => {
  checkSocketPath(socket);
  const child = fork(projectFile("db", "embedded-child.ts"), [dataDir, socket], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = exited(child);
  await new Promise<void>((resolve, reject) => {
    child.once("message", (message: { ready?: true; failed?: string; inUse?: true }) => {
      if (message.ready) resolve();
      else if (message.inUse) reject(new DataDirInUseError(message.failed));
      else reject(new DatabaseNotStartedError(message.failed));
    });
    void ended.then((why) => reject(new DatabaseNotStartedError(why)));
  });
  return {
    socketPath: socket,
    ended,
    close: async () => {
      if (child.connected) child.send("stop");
      await ended;
    },
  };
};

const answers = (socketPath: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/**
 * The socket of the process that owns the data directory, once it serves.
 * @returns undefined when nothing answers there within `patienceMs`.
 */
export const findOwnerSocket = async (dataDir: string, patienceMs: number): Promise<string | undefined> => {
  const { socket } = embeddedPaths(dataDir);
  checkSocketPath(socket);
  const until = Date.now() + patienceMs;
  for (;;) {
    if (await answers(socket)) return socket;
    if (Date.now() >= until) return undefined;
    await delay(100);
  }
};
