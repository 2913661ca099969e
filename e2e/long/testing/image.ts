import { execFile, spawn, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/*
 * Builds the image of the Containerfile with buildah and chroot isolation, without a container engine. Optional environment variables:
 *   CONTAINER_BASE     the base image, which contains Node; default: Debian from debootstrap with this machine's Node and npm
 *   DEBIAN_MIRROR      the Debian mirror for debootstrap; default: the mirror that debootstrap chooses
 *   CONTAINER_STORAGE  the folder that keeps the base image and the layers for the next run; default: a temporary folder
 */

const execute = promisify(execFile);

const has = (program: string): boolean => spawnSync("which", [program], { stdio: "ignore" }).status === 0;

/** Why this machine cannot build the image; undefined if it can. */
export const missingForImage = (): string | undefined => {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "only root on Linux can build and run the image";
  const programs = ["buildah", "unshare", "nsenter", "setpriv"];
  if (process.env.CONTAINER_BASE === undefined) programs.push("debootstrap");
  const missing = programs.find((program) => !has(program));
  return missing === undefined ? undefined : `there is no ${missing}`;
};

/** The part of an image's configuration that a runtime needs. */
export type ImageConfig = {
  readonly Cmd: readonly string[];
  readonly Env: readonly string[];
  readonly User: string;
  readonly WorkingDir: string;
  readonly StopSignal: string;
};

export type Image = {
  /** The folder at which the image's files are mounted. */
  readonly root: string;
  readonly config: ImageConfig;
  readonly megabytes: number;
  readonly remove: () => Promise<void>;
};

const baseName = "localhost/oddskeeper-base";
const name = "localhost/oddskeeper";

const inherit = (program: string, args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with exit code ${code}`)),
    );
  });

type Buildah = (...args: string[]) => Promise<string>;

const bootstrapBase = async (buildah: Buildah, scratch: string): Promise<void> => {
  const root = path.join(scratch, "base");
  const mirror = process.env.DEBIAN_MIRROR;
  const packages = "--include=libstdc++6,ca-certificates";
  await inherit("debootstrap", [
    "--variant=minbase",
    packages,
    "bookworm",
    root,
    ...(mirror === undefined ? [] : [mirror]),
  ]);
  const local = path.join(root, "usr/local");
  const { stdout: modules } = await execute("npm", ["root", "--global"]);
  await mkdir(path.join(local, "lib/node_modules"), { recursive: true });
  await cp(process.execPath, path.join(local, "bin/node"));
  await cp(path.join(modules.trim(), "npm"), path.join(local, "lib/node_modules/npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", path.join(local, "bin/npm"));
  await execute("chroot", [root, "useradd", "--create-home", "--uid", "1000", "node"]);
  for (const cache of ["var/cache/apt", "var/lib/apt/lists"])
    await rm(path.join(root, cache), { recursive: true, force: true });
  const container = await buildah("from", "scratch");
  await buildah("copy", "--quiet", container, root, "/");
  await buildah("config", "--env", "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", container);
  await buildah("commit", "--quiet", "--rm", container, baseName);
  await rm(root, { recursive: true, force: true });
};

/**
 * Writes this machine's npm settings to a file for the build.
 * @returns `mounts`: the options with which buildah mounts this machine's additional certificate authorities.
 */
const npmSettings = async (scratch: string): Promise<{ file: string; mounts: readonly string[] }> => {
  const get = async (setting: string) => (await execute("npm", ["config", "get", setting])).stdout.trim();
  const own = await readFile(await get("userconfig"), "utf8").catch(() => "");
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  const mounted = "/etc/ssl/build-authorities.pem";
  const file = path.join(scratch, "npmrc");
  const lines = [own, `registry=${await get("registry")}`, ...(authorities ? [`cafile=${mounted}`] : [])];
  await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  return { file, mounts: authorities ? ["--volume", `${authorities}:${mounted}:ro`] : [] };
};

/** Builds the image and mounts it. */
export const buildImage = async (): Promise<Image> => {
  const kept = process.env.CONTAINER_STORAGE;
  const scratch = await mkdtemp(path.join(tmpdir(), "oddskeeper-image-"));
  const storage = kept === undefined ? scratch : path.resolve(kept);
  const place = ["--root", path.join(storage, "storage"), "--runroot", path.join(storage, "run")];
  const buildah: Buildah = async (...args) =>
    (await execute("buildah", [...place, ...args], { maxBuffer: 1e8 })).stdout.trim();

  const base = process.env.CONTAINER_BASE ?? baseName;
  const hasBase = await buildah("images", baseName).then(
    () => true,
    () => false,
  );
  if (process.env.CONTAINER_BASE === undefined && !hasBase) await bootstrapBase(buildah, scratch);
  const { file, mounts } = await npmSettings(scratch);
  await inherit("buildah", [
    ...place,
    "build",
    "--isolation=chroot",
    `--layers=${kept !== undefined}`,
    `--build-arg=BASE=${base}`,
    `--secret=id=npmrc,src=${file}`,
    ...mounts,
    "--file=Containerfile",
    `--tag=${name}`,
    ".",
  ]);
  await rm(file);

  const inspected = JSON.parse(await buildah("inspect", "--type", "image", name)) as {
    OCIv1: { config: ImageConfig };
  };
  const [listed] = JSON.parse(await buildah("images", "--json", name)) as { size: string }[];
  const container = await buildah("from", name);
  const root = await buildah("mount", container);
  return {
    root,
    config: inspected.OCIv1.config,
    megabytes: Number.parseFloat(listed?.size ?? ""),
    remove: async () => {
      await buildah("umount", container);
      await buildah("rm", container);
      if (kept === undefined) {
        await buildah("rmi", "--all", "--force");
        // Buildah leaves this folder mounted, and a mounted folder cannot be removed.
        spawnSync("umount", [path.join(storage, "storage", "overlay")], { stdio: "ignore" });
      }
      await rm(scratch, { recursive: true, force: true });
    },
  };
};
