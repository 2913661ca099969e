import { execFile, execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSecureContext, TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inherited } from "@/e2e/testing/start-service";
import { reservePort } from "@/server/account/metering/testing/reserve-port";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
if (!hasOpenssl) process.stderr.write("skipped: certificates of the database (openssl is not installed)\n");

/** The certificate is for this host, but the server listens on 127.0.0.1. */
const certifiedHost = "database.test";

let folder: string;
let certificate: string;
const servers: Server[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-certificate-"));
  certificate = path.join(folder, "certificate.pem");
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a server that answers a request for TLS as PostgreSQL does. @returns its port. */
const listen = async (hasTls: boolean): Promise<number> => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(hasTls ? "S" : "N");
      // PostgreSQL without TLS cannot read the client's next bytes, and closes the connection.
      if (!hasTls) socket.once("data", () => socket.resetAndDestroy());
      else
        new TLSSocket(socket, {
          isServer: true,
          secureContext: createSecureContext({
            key: readFileSync(path.join(folder, "key.pem")),
            cert: readFileSync(certificate),
          }),
        }).on("error", () => undefined);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

/** Starts the service on the database at a port. @returns its exit code and what it printed to stderr. */
const start = async (port: number, trusted: string | undefined) => {
  const env = {
    ...inherited(),
    PORT: String(await reservePort()),
    DATABASE_URL: `postgres://user:sesame@127.0.0.1:${port}/odds?sslmode=verify-full`,
    AUTH_SECRET: "a secret for these tests alone",
    FEEDS: "none",
    ...(trusted !== undefined && { NODE_EXTRA_CA_CERTS: trusted }),
  };
  return new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, ["server/run/start.mjs"], { env }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });
};

describe.skipIf(!hasOpenssl)("a server that cannot trust the certificate of its database", () => {
  beforeAll(() => {
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const subject = ["-subj", `/CN=${certifiedHost}`, "-addext", `subjectAltName=DNS:${certifiedHost}`];
    const files = ["-keyout", path.join(folder, "key.pem"), "-out", certificate];
    execFileSync("openssl", ["req", "-x509", "-days", "2", ...curve, ...subject, ...files], {
      stdio: "ignore",
    });
  });

  test.each([
    ["has a certificate that no trusted authority has signed", true, false, "no trusted authority"],
    ["has a certificate for another host", true, true, "the server's certificate is for another host"],
    ["has no TLS", false, false, "a server without TLS"],
  ])(
    "If the database %s, the service exits with one line that says so and contains no password",
    async (_, hasTls, isTrusted, reason) => {
      const { code, stderr } = await start(await listen(hasTls), isTrusted ? certificate : undefined);
      expect(code).toBe(1);
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(stderr).toMatch(/^DATABASE_URL: /);
      expect(stderr).toContain(reason);
      expect(stderr).not.toContain("sesame");
    },
  );
});
