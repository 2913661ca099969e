import { type AddressInfo, createServer, type Socket } from "node:net";

/** `refuses` every recipient, `silent` from the start, `stalls` once it has a mail. */
export type SmtpManner = "accepts" | "refuses" | "silent" | "stalls";

export type SmtpSink = {
  readonly url: string;
  /** What was said to it, a line each, mails left out. */
  readonly lines: () => readonly string[];
  readonly mails: () => readonly string[];
  readonly behave: (manner: SmtpManner) => void;
  readonly stop: () => Promise<void>;
};

/** A mail server (RFC 5321, as much of it as sending needs) that keeps what it is given. */
export const startSmtpSink = async (): Promise<SmtpSink> => {
  let manner: SmtpManner = "accepts";
  const lines: string[] = [];
  const mails: string[] = [];
  const sockets = new Set<Socket>();

  const replyTo = (line: string): string => {
    if (/^RCPT/i.test(line) && manner === "refuses") return "550 5.1.1 no such person";
    if (/^DATA/i.test(line)) return "354 go on";
    return /^(EHLO|HELO|MAIL|RCPT|RSET|NOOP)/i.test(line) ? "250 OK" : "502 not known";
  };

  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.setEncoding("utf8").on("error", () => undefined);
    if (manner === "silent") return;
    let received = "";
    let inMail = false;
    socket.write("220 sink\r\n");
    socket.on("data", (chunk: string) => {
      received += chunk;
      for (;;) {
        const end = inMail ? "\r\n.\r\n" : "\r\n";
        const at = received.indexOf(end);
        if (at < 0) return;
        const part = received.slice(0, at);
        received = received.slice(at + end.length);
        if (inMail) {
          inMail = false;
          if (manner === "stalls") return;
          mails.push(part);
          socket.write("250 kept\r\n");
          continue;
        }
        lines.push(part);
        if (/^QUIT/i.test(part)) return void socket.end("221 bye\r\n");
        inMail = /^DATA/i.test(part);
        socket.write(`${replyTo(part)}\r\n`);
      }
    });
  };

  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines: () => lines,
    mails: () => mails,
    behave: (next) => {
      manner = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
