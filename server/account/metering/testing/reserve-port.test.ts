import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { reservePort } from "@/server/account/metering/testing/reserve-port";

it("simultaneous reservations in two processes get different ports, on which the system opens no outgoing connection", async () => {
  const program = `
    import { reservePort } from "./server/account/metering/testing/reserve-port.ts";
    const ports = await Promise.all(Array.from({ length: 5 }, reservePort));
    console.log(JSON.stringify(ports));
    process.stdin.resume();`;
  const reserveElsewhere = promisify(execFile)(process.execPath, [
    ...["--import", "tsx", "--input-type=module", "-e", program],
  ]);
  reserveElsewhere.child.stdin?.end();
  const own = await Promise.all(Array.from({ length: 5 }, reservePort));
  const all = [...own, ...(JSON.parse((await reserveElsewhere).stdout) as number[])];
  expect(new Set(all).size).toBe(10);
  if (process.platform !== "linux") return;
  const [first = 0] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split("\t").map(Number);
  expect(all.filter((port) => port >= first)).toEqual([]);
});

it("a port on which another program listens is not reserved", async () => {
  // The candidates after a reserved port come next. Another program may already listen on one of them, which serves as well.
  const first = await reservePort();
  const others = Array.from({ length: 5 }, (_, index) => createServer().listen(first + 1 + index));
  await Promise.all(others.map((other) => Promise.race([once(other, "listening"), once(other, "error")])));
  const next = await reservePort();
  expect(next > first && next <= first + 5).toBe(false);
  for (const other of others) other.close();
});
