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
  const ending = "The link works once and expires in one hour. If you did not request it, ignore this email.";
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

/** In ms. The user is waiting, and nodemailer's defaults are minutes. */
const timeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
};

/** Timeouts in SMTP_URL win. They go into the URL because nodemailer ignores options when it is given a URL. */
const withTimeouts = (smtpUrl: string): string => {
  const url = new URL(smtpUrl);
  for (const [name, ms] of Object.entries(timeouts))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  return url.href;
};

const send = async (smtpUrl: string, mail: SendMailOptions): Promise<void> => {
  const transport = createTransport(withTimeouts(smtpUrl), {
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { rejected } = await transport.sendMail(mail);
    if (rejected.length > 0) throw new Error("the mail server rejected the recipient");
  } finally {
    transport.close();
  }
};

const writeToFolder = async (folder: string, mail: SendMailOptions): Promise<void> => {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(mail);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID()}.eml`;
  await writeFile(path.join(folder, name), message as Buffer, { mode: 0o600 });
};

/**
 * Emails a sign-in link. Without SMTP_URL the email is written to the data directory and the link is printed.
 * @throws if the mail server does not respond within seconds or rejects the email.
 */
export const sendSignInMail = async (config: MailConfig, to: string, link: string): Promise<void> => {
  const mail = compose(config, to, link);
  if (config.smtpUrl !== undefined) return send(config.smtpUrl, mail);
  await writeToFolder(embeddedPaths(config.dataDir).mail, mail);
  process.stdout.write(`sign-in link for ${to}:\n  ${link}\n`);
};
