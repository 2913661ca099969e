import { connect } from "node:net";

export type RawResponse = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/**
 * Sends bytes unchanged to a server of this machine and reads until the server closes the connection. The server does so after a request
 * with `Connection: close`, and
 * after a malformed request.
 */
export const sendRaw = async (port: number, bytes: string): Promise<RawResponse> => {
  const socket = connect(port, "127.0.0.1");
  socket.write(Buffer.from(bytes, "latin1"));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
};
