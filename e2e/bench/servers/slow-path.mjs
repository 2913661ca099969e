/** Preloaded into a server (`--import`). Every request costs SLOW_PATH_MICROS more processor time. The benchmark must detect this cost. */
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
