import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

// Long enough for a client to read the answer while it still sends, short enough not to be held open by it.
const lingerMs = 1_000;

/** Writes an answer to a connection that Node has no response object for, and closes it. */
export const answerSocket = async (socket: Duplex, response: Response): Promise<void> => {
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
  // Closing with unread bytes makes the kernel reset the connection, and the client loses the answer.
  socket.end(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]));
  setTimeout(() => socket.destroy(), lingerMs).unref();
};
