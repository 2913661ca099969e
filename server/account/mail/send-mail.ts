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

/** An email: paragraphs of plain text, with an optional link after the first paragraph. */
export type Mail = {
  readonly to: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly opening: string;
  readonly link?: { readonly label: string; readonly url: string };
  readonly ending?: readonly string[];
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

// Without colors of our own, the email follows the mail program's light or dark theme.
const bodyStyle =
  "max-width: 32rem; margin: 0 auto; padding: 1.5rem; font: 1rem/1.5 system-ui, -apple-system, Segoe UI, Roboto, sans-serif";

const compose = (from: string, mail: Mail): SendMailOptions => {
  const { to, replyTo, subject, opening, link, ending = [] } = mail;
  const paragraphs = [opening, ...(link === undefined ? [] : [link.url]), ...ending];
  const html = [
    `<div style="${bodyStyle}">`,
    '<p style="font-weight: 600">Oddskeeper</p>',
    `<p>${escapeHtml(opening)}</p>`,
    ...(link === undefined ? [] : [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`]),
    ...ending.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    "</div>",
  ];
  return {
    from,
    to,
    ...(replyTo !== undefined && { replyTo }),
    subject,
    text: `${paragraphs.join("\n\n")}\n`,
    html: html.join("\n"),
  };
};

/** In ms. nodemailer's default timeouts last 30 seconds to 10 minutes, which is too long for a user who waits. */
const timeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
};

/** Adds missing timeouts to the URL, because nodemailer takes either a URL or connection options, but not both. */
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
 * Sends an email. Without SMTP_URL, the email is written to the data directory instead.
 * @throws if the mail server does not respond within seconds or rejects the email.
 */
export const sendMail = async (config: MailConfig, mail: Mail): Promise<void> => {
  const composed = compose(config.mailFrom, mail);
  if (config.smtpUrl !== undefined) return send(config.smtpUrl, composed);
  await writeToFolder(embeddedPaths(config.dataDir).mail, composed);
};

/** Emails a sign-in link. Without SMTP_URL, the link is also printed to stdout. @throws like `sendMail`. */
export const sendSignInMail = async (config: MailConfig, to: string, link: string): Promise<void> => {
  const { host } = new URL(config.baseUrl);
  await sendMail(config, {
    to,
    subject: `Sign in to Oddskeeper (${host})`,
    opening: `Sign in to Oddskeeper at ${host}:`,
    link: { label: "Sign in", url: link },
    ending: ["The link works once and expires in one hour. If you did not request it, ignore this email."],
  });
  if (config.smtpUrl === undefined) process.stdout.write(`sign-in link for ${to}:\n  ${link}\n`);
};
