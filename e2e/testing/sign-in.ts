import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import type { RunningService } from "@/e2e/testing/start-service";

/** The sign-in mails that a service without a mail server has kept, oldest first. */
export const readMails = async ({ dataDir }: Pick<RunningService, "dataDir">): Promise<string[]> => {
  const folder = path.join(dataDir, "mail");
  const names = (await readdir(folder).catch(() => [])).sort();
  return Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
};

/** The sign-in link inside a mail. Quoted-printable wraps lines with `=` and writes `=` as `=3D`. */
export const linkIn = (mail: string): string => {
  const text = mail.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
  const link = /https?:\/\/\S+\/signin\/confirm\?\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`the mail has no sign-in link:\n${mail}`);
  return link;
};

/** Asks for a link in the browser, and gives the one that was mailed. */
export const askForLink = async (service: RunningService, page: Page, email: string): Promise<string> => {
  const before = (await readMails(service)).length;
  await page.goto(`${service.url}/signin`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Mail me a link" }).click();
  await page.waitForURL("**/signin/check-mail");
  const mail = (await readMails(service))[before];
  if (mail === undefined) throw new Error("no mail was written");
  return linkIn(mail);
};

/** Signs a person in by mail, as they would. */
export const signInByMail = async (service: RunningService, page: Page, email: string): Promise<void> => {
  await page.goto(await askForLink(service, page, email));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/account");
};
