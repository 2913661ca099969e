import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { embeddedPaths } from "@/db/embedded-paths";

export type MailConfig = {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly dataDir: string;
  readonly baseUrl: string;
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const compose = ({ mailFrom, baseUrl }: MailConfig, to: string, link: string): SendMailOptions => {
  const { host } = new URL(baseUrl);
  const ending = "The link works once, within an hour. If you did not ask for it, ignore this mail.";
  return {
    from: mailFrom,
    to,
    subject: `Sign in to Oddskeeper (${host})`,
    text: `Sign in to Oddskeeper at ${host}:\n\n${link}\n\n${ending}\n`,
    html: `<p>Sign in to Oddskeeper at ${escapeHtml(host)}:</p>
<p><a href="${escapeHtml(link)}">Sign in</a></p>
<p>${ending}</p>`,
  };
};

/** ms. Who asked for a link is waiting; nodemailer alone waits for minutes. */
const patience = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
};

/** An address's own parameters count; nodemailer takes none beside it. */
const withPatience = (smtpUrl: string): string => {
  const address = new URL(smtpUrl);
  for (const [name, ms] of Object.entries(patience))
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(ms));
  return address.href;
};

const send = async (smtpUrl: string, mail: SendMailOptions): Promise<void> => {
  const transport = createTransport(withPatience(smtpUrl), {
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { rejected } = await transport.sendMail(mail);
    if (rejected.length > 0) throw new Error("the mail server refused the address");
  } finally {
    transport.close();
  }
};

const keep = async (folder: string, mail: SendMailOptions): Promise<void> => {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(mail);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID()}.eml`;
  await writeFile(path.join(folder, name), message as Buffer, { mode: 0o600 });
};

/**
 * Mails a sign-in link; without a mail server it is written to the data directory and its link printed.
 * @throws when the mail server cannot be reached, does not answer within seconds, or refuses.
 */
export const sendSignInMail = async (config: MailConfig, to: string, link: string): Promise<void> => {
  const mail = compose(config, to, link);
  if (config.smtpUrl !== undefined) return send(config.smtpUrl, mail);
  await keep(embeddedPaths(config.dataDir).mail, mail);
  process.stdout.write(`sign-in link for ${to}:\n  ${link}\n`);
};
