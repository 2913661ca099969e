import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "@/e2e/find-chromium";

export type Scheme = "light" | "dark";
export const schemes: readonly Scheme[] = ["light", "dark"];

export const viewports = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
} as const;
export type ViewportName = keyof typeof viewports;
export const viewportNames: readonly ViewportName[] = ["desktop", "phone"];

/** @throws when there is no Chromium. */
export const launchBrowser = async (): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("no Chromium was found");
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
};

/** What a page did that it must not: errors, refused by its policy, requests to other hosts. */
export type Faults = { readonly list: () => readonly string[] };

/** Watches every page of a context. A refused call is no fault: pages show it. */
export const watchFaults = (context: BrowserContext, siteUrl: string): Faults => {
  const faults: string[] = [];
  context.on("weberror", (error) => faults.push(`uncaught: ${error.error().message}`));
  context.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !text.startsWith("Failed to load resource"))
      faults.push(`console: ${text}`);
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== new URL(siteUrl).origin)
      faults.push(`request to ${url.origin}`);
  });
  return { list: () => faults };
};

const artifacts = path.resolve("artifacts");

/** Keeps a picture of the whole page in artifacts/. */
export const keepPicture = async (page: Page, name: string): Promise<void> => {
  await mkdir(artifacts, { recursive: true });
  await page.screenshot({
    path: path.join(artifacts, `${name}.png`),
    fullPage: true,
    animations: "disabled",
  });
};
