import type { BrowserContext } from "playwright/test";

/**
 * Watches every page of a context for uncaught errors, console errors (including violations of the Content-Security-Policy) and requests
 * to other hosts. Chromium's console errors about failed requests are not faults, because pages tell the user about failed calls.
 * @returns the faults so far; the list grows.
 */
export const watchFaults = (
  context: BrowserContext,
  allowedOrigins: readonly string[],
): readonly string[] => {
  const faults: string[] = [];
  context.on("weberror", (error) => faults.push(`uncaught: ${error.error().message}`));
  context.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !text.startsWith("Failed to load resource"))
      faults.push(`console: ${text}`);
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && !allowedOrigins.includes(url.origin))
      faults.push(`request to ${url.origin}`);
  });
  return faults;
};
