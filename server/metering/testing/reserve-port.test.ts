import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { reservePort } from "@/server/metering/testing/reserve-port";

it("simultaneous reservations in two processes get different ports, on which the system opens no outgoing connection", async () => {
  const program = `
    import { reservePort } from "./server/metering/testing/reserve-port.ts";
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
  const next = (await reservePort()) + 1;
  const other = createServer().listen(next);
  await once(other, "listening");
  expect(await reservePort()).not.toBe(next);
  other.close();
});
