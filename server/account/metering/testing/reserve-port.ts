import { once } from "node:events";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { tryLock } from "fs-native-extensions";

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux, from 49152 elsewhere). From that range, a connection
 * could take the port before the server listens, or while the server restarts.
 */
const ports = { first: 20_000, count: 10_000 };

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer();
  const failed = once(probe, "error").then(() => false);
  probe.listen(port);
  if (!(await Promise.race([once(probe, "listening").then(() => true), failed]))) return false;
  probe.close();
  await once(probe, "close");
  return true;
};

/**
 * Reserves a TCP port for a server that cannot listen on port 0. No other test gets the port until this process ends: then the kernel
 * releases the lock.
 */
export const reservePort = async (): Promise<number> => {
  const folder = path.join(tmpdir(), `oddskeeper-ports-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true });
  for (let step = 0; step < ports.count; step++) {
    const port = ports.first + ((process.pid * 37 + step) % ports.count);
    const lock = openSync(path.join(folder, String(port)), "a");
    if (tryLock(lock) && (await isFree(port))) return port;
    closeSync(lock);
  }
  throw new Error(`no port from ${ports.first} on is free`);
};
