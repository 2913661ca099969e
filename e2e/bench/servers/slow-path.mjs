/**
 * A server that preloads this module with `--import` spends SLOW_PATH_MICROS more microseconds of processor time on each request. The part
 * `check` of the benchmark starts such a server, and fails if the benchmark does not notice the added time.
 */
import { Server } from "node:http";

const micros = Number(process.env.SLOW_PATH_MICROS);
const { emit } = Server.prototype;

const spend = () => {
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    if (user + system >= micros) return;
  }
};

Server.prototype.emit = function (event, ...args) {
  if (event === "request") spend();
  return emit.call(this, event, ...args);
};
