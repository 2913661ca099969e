import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { RunningService } from "@/e2e/testing/start-service";

type DataDir = Pick<RunningService, "dataDir">;

/** The emails that a service without a mail server has written to its data directory, oldest first. */
export const readMails = async ({ dataDir }: DataDir): Promise<string[]> => {
  const folder = path.join(dataDir, "mail");
  const names = (await readdir(folder).catch(() => [])).sort();
  return Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
};

/** The sign-in link inside an email. Quoted-printable wraps lines with `=` and writes `=` as `=3D`. */
export const linkIn = (mail: string): string => {
  const text = mail.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
  const link = /https?:\/\/\S+\/signin\/confirm\?\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`the email has no sign-in link:\n${mail}`);
  return link;
};

/** The sign-in link in the newest email to an address. @throws if there is no email, or if the newest has no link. */
export const newestLinkTo = async (service: DataDir, email: string): Promise<string> => {
  const mails = (await readMails(service)).filter((mail) => mail.toLowerCase().includes(`to: ${email}`));
  const newest = mails.at(-1);
  if (newest === undefined) throw new Error(`no email was sent to ${email}`);
  return linkIn(newest);
};
