import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).status === 0;

export type PoolMode = "session" | "transaction" | "statement";

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
};

/** `nobody`: PgBouncer refuses to run as root. */
const unprivileged = 65534;

const untilListening = async (port: number): Promise<void> => {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const opened = await Promise.race([
      once(socket, "connect").then(
        () => true,
        () => false,
      ),
      once(socket, "close").then(() => false),
    ]);
    socket.destroy();
    if (opened) return;
    await delay(50);
  }
};

/** Starts PgBouncer in front of a database. @param poolSize the most sessions that it opens. */
export const startPgBouncer = async (
  databaseUrl: string,
  mode: PoolMode,
  poolSize: number,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-pgbouncer-"));
  const port = await freePort();
  const { hostname, port: upstream, username } = new URL(databaseUrl);
  const file = path.join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${upstream || 5432} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
`,
  );
  await chmod(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const child = spawn("pgbouncer", ["--quiet", file], {
    stdio: "ignore",
    ...(isRoot && { uid: unprivileged, gid: unprivileged }),
  });
  const ended = once(child, "exit");
  await untilListening(port);
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    close: async () => {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
