import { type AddressInfo, createServer, type Socket } from "node:net";

/** `refuses`: rejects every recipient. `silent`: never greets. `stalls`: never confirms a received email. */
export type SmtpBehavior = "accepts" | "refuses" | "silent" | "stalls";

export type SmtpSink = {
  readonly url: string;
  /** The commands that the server received, without the contents of emails. */
  readonly lines: () => readonly string[];
  readonly mails: () => readonly string[];
  readonly behave: (behavior: SmtpBehavior) => void;
  readonly stop: () => Promise<void>;
};

/** A mail server that stores every email. It implements the part of RFC 5321 that sending needs. */
export const startSmtpSink = async (): Promise<SmtpSink> => {
  let behavior: SmtpBehavior = "accepts";
  const lines: string[] = [];
  const mails: string[] = [];
  const sockets = new Set<Socket>();

  const replyTo = (line: string): string => {
    if (/^RCPT/i.test(line) && behavior === "refuses") return "550 5.1.1 no such recipient";
    if (/^DATA/i.test(line)) return "354 continue";
    return /^(EHLO|HELO|MAIL|RCPT|RSET|NOOP)/i.test(line) ? "250 OK" : "502 not implemented";
  };

  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.setEncoding("utf8").on("error", () => undefined);
    if (behavior === "silent") return;
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
          if (behavior === "stalls") return;
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
      behavior = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
