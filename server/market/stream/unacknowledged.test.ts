import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { addRows, nameOf } from "@/server/market/stream/unacknowledged";

/** Whether this user can create a network namespace. */
const hasNamespaces = spawnSync("unshare", ["-rn", "ip", "link", "set", "lo", "up"]).status === 0;
if (!hasNamespaces) process.stderr.write("skipped: a client without power (no network namespaces)\n");

test("a row of the kernel's tables is found under the name of its socket", () => {
  const rows = new Map<string, number>();
  addRows(
    `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 0200007F:C350 01 0000001C:00000000 01:00000014 00000000     0        0 1 2 0 0
   1: 0100007F:1F90 0300007F:C351 01 00000000:00000000 00:00000000 00000000     0        0 1 1 0 0
   2: 0000000000000000FFFF00000100007F:1F90 0000000000000000FFFF00000200007F:C352 01 000000FF:00000000 01:0 0 0 0 1
`,
    rows,
  );
  const socket = (address: string, remote: string, remotePort: number) => ({
    localAddress: address,
    localPort: 8080,
    remoteAddress: remote,
    remotePort,
  });
  const bytesOf = (each: ReturnType<typeof socket>) => rows.get(nameOf(each) ?? "");
  expect(bytesOf(socket("127.0.0.1", "127.0.0.2", 50000))).toBe(28);
  expect(bytesOf(socket("127.0.0.1", "127.0.0.3", 50001))).toBeUndefined();
  expect(bytesOf(socket("::ffff:127.0.0.1", "::ffff:127.0.0.2", 50002))).toBe(255);
});

test.skipIf(!hasNamespaces).each(["127.0.0.1", "::1"])(
  "a client at %s that loses its power is dropped after 30 s, although the kernel keeps its connection",
  (address) => {
    const run = spawnSync(
      "unshare",
      ["-rn", process.execPath, "--import", "tsx", "server/market/stream/testing/lost-power.ts", address],
      { encoding: "utf8" },
    );
    expect(run.stdout, run.stderr).toBe(
      "a client that has everything: open\nwithout power, at first: open\nwithout power for 30 s: dropped\n",
    );
  },
);
