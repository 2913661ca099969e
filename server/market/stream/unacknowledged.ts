import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";

/** How many bytes of each socket of this machine its other side has not acknowledged, by `nameOf` the socket. */
export type Unacknowledged = ReadonlyMap<string, number>;

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

const hex = (value: number, width: number): string => value.toString(16).toUpperCase().padStart(width, "0");

/** As Linux prints an address: words of four bytes in the order of the machine. A mapped IPv4 address stays mapped. */
const addressText = (address: string): string => {
  const bytes = ipaddr.parse(address).toByteArray();
  let text = "";
  for (let word = 0; word < bytes.length; word += 4) {
    const part = bytes.slice(word, word + 4);
    for (const byte of isLittleEndian ? part.reverse() : part) text += hex(byte, 2);
  }
  return text;
};

/** A socket's addresses and ports as in the tables of Linux. Undefined if the socket is closed. */
export const nameOf = ({
  localAddress,
  localPort,
  remoteAddress,
  remotePort,
}: Pick<Socket, "localAddress" | "localPort" | "remoteAddress" | "remotePort">): string | undefined =>
  localAddress === undefined ||
  localPort === undefined ||
  remoteAddress === undefined ||
  remotePort === undefined
    ? undefined
    : `${addressText(localAddress)}:${hex(localPort, 4)} ${addressText(remoteAddress)}:${hex(remotePort, 4)}`;

/** Adds the rows of a table of sockets. https://www.kernel.org/doc/Documentation/networking/proc_net_tcp.txt */
export const addRows = (table: string, unacknowledged: Map<string, number>): void => {
  for (const line of table.split("\n").slice(1)) {
    const [, local = "", remote = "", , queues = ""] = line.trim().split(/\s+/);
    const bytes = Number.parseInt(queues.split(":")[0] ?? "", 16);
    if (bytes > 0) unacknowledged.set(`${local} ${remote}`, bytes);
  }
};

/** Reads the tables of Linux. Empty on other systems. Node has no option to end a connection whose client has lost its power. */
export const readUnacknowledged = async (): Promise<Unacknowledged> => {
  const unacknowledged = new Map<string, number>();
  const tables = await Promise.all([
    // Other systems have no such tables.
    readFile(/* turbopackIgnore: true */ "/proc/net/tcp", "utf8").catch(() => ""),
    // As above, and a system without IPv6 has no second table.
    readFile(/* turbopackIgnore: true */ "/proc/net/tcp6", "utf8").catch(() => ""),
  ]);
  for (const table of tables) addRows(table, unacknowledged);
  return unacknowledged;
};
