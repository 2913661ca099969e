import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

// How long the client may take to read the response before the socket is destroyed.
const lingerMs = 1_000;

/** Writes a response to a socket for which Node has no response object, and closes the socket. */
export const writeRawResponse = async (socket: Duplex, response: Response): Promise<void> => {
  const body = Buffer.from(await response.arrayBuffer());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const lines = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ""}`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    `Date: ${new Date().toUTCString()}`,
    "Connection: close",
  ];
  // At first, only the writing side ends. If the socket were closed while bytes from the client are unread, the connection would be reset,
  // and the client could lose the response.
  socket.end(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]));
  setTimeout(() => socket.destroy(), lingerMs).unref();
};
