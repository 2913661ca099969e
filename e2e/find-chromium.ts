import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const usualPlaces = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const installed = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? "", ...usualPlaces].find((place) => place !== "" && existsSync(place));

const canInstall = (): boolean =>
  process.getuid?.() === 0 && spawnSync("which", ["apt-get"], { stdio: "ignore" }).status === 0;

const install = (): void => {
  process.stdout.write("installing Debian's chromium for the browser tests\n");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "chromium"],
  ])
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
};

/** The path of a Chromium, installed first where this process may do that on Debian; undefined where there is none. */
export const findChromium = (): string | undefined => {
  const found = installed();
  if (found !== undefined || !canInstall()) return found;
  install();
  return installed();
};
