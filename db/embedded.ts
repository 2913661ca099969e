import type { ChildProcess } from "node:child_process";
import { connect } from "node:net";
import path from "node:path";
import { embeddedPaths } from "@/db/embedded-paths";
import { forkProgram } from "@/db/fork-program";
import { describeFailure } from "@/db/full-disk";
import { lockOwner } from "@/db/lock-data-dir";

/** Another process owns the data directory. */
export class DataDirInUseError extends Error {
  override readonly name = "DataDirInUseError";
}

/** The database did not start. */
export class DatabaseNotStartedError extends Error {
  override readonly name = "DatabaseNotStartedError";

  constructor(reason: string | undefined) {
    super(`The embedded database did not start: ${reason ?? "it reported no reason"}`);
  }
}

export type EmbeddedDatabase = {
  readonly socketPath: string;
  /** Resolves when the database process has ended. The value names the signal or exit code. */
  readonly ended: Promise<string>;
  readonly close: () => Promise<void>;
};

// sun_path has 108 bytes on Linux and 104 on macOS, including the terminating NUL.
const maxSocketPathBytes = 103;

const checkSocketPath = (socketPath: string): void => {
  if (Buffer.byteLength(socketPath) <= maxSocketPathBytes) return;
  throw new Error(
    `DATA_DIR: ${socketPath} is longer than the maximum of ${maxSocketPathBytes} bytes for a socket`,
  );
};

const exited = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });

const becomeOwner = (dataDir: string): (() => void) => {
  let release: (() => void) | undefined;
  try {
    release = lockOwner(dataDir);
  } catch (error) {
    throw new DatabaseNotStartedError(describeFailure(error, path.resolve(dataDir)));
  }
  if (release === undefined)
    throw new DataDirInUseError(`${path.resolve(dataDir)} is in use by another process`);
  return release;
};

/**
 * Starts a process that migrates and serves the database of a data directory. The process ends when `close` is called or when the parent
 * process ends. If the database process of a killed owner has not yet ended, waits for its end.
 * @param socket the path of the socket; by default, `db.sock` in the data directory.
 * @param stopping if this signal aborts before the database is ready, the process is ended.
 * @throws DataDirInUseError if another process owns the directory.
 * @throws DatabaseNotStartedError if the process cannot start the database for another reason.
 * @throws Error if the path of the socket is too long.
 */
export const startEmbeddedDatabase = async (
  dataDir: string,
  socket = embeddedPaths(dataDir).socket,
  stopping?: AbortSignal,
): Promise<EmbeddedDatabase> => {
  checkSocketPath(socket);
  const release = becomeOwner(dataDir);
  const child = forkProgram("embedded-child", [dataDir, socket]);
  const ended = exited(child).finally(release);
  const stop = (): void => {
    if (child.connected) child.send("stop");
  };
  stopping?.addEventListener("abort", stop, { once: true });
  await new Promise<void>((resolve, reject) => {
    child.once("message", (message: { ready?: true; failed?: string; inUse?: true }) => {
      if (message.ready) resolve();
      else if (message.inUse) reject(new DataDirInUseError(message.failed));
      else reject(new DatabaseNotStartedError(message.failed));
    });
    // The process could not be created.
    child.once("error", (error) => reject(new DatabaseNotStartedError(error.message)));
    void ended.then((reason) => reject(new DatabaseNotStartedError(reason)));
  });
  // From now on, an abort of `stopping` does not end the process: the caller may have data to write before it calls `close`.
  stopping?.removeEventListener("abort", stop);
  return {
    socketPath: socket,
    ended,
    close: async () => {
      stop();
      await ended;
    },
  };
};

const isListening = (socketPath: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/** @returns the path of the data directory's socket; undefined if nothing listens there. */
export const findOwnerSocket = async (dataDir: string): Promise<string | undefined> => {
  const { socket } = embeddedPaths(dataDir);
  checkSocketPath(socket);
  return (await isListening(socket)) ? socket : undefined;
};
