import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DataDirInUseError, startEmbeddedDatabase } from "@/db/embedded";
import { testDataDir } from "@/db/testing";

/** Starts the database of the data directory in its first argument, prints `ready`, and closes the database when its input ends. */
const program = `
  import { startEmbeddedDatabase } from "./db/embedded.ts";
  const { close } = await startEmbeddedDatabase(process.argv[1]);
  console.log("ready");
  process.stdin.on("end", close).resume();`;

type Owner = {
  readonly process: ChildProcess;
  /** Waits until the owner, or its database process, has printed this text. */
  readonly prints: (text: string) => Promise<void>;
};

// Each start of the embedded database takes seconds, so one test covers the whole life of a data directory.
describe.skipIf(process.env.TEST_STORE === "postgres")("the owner of a data directory", () => {
  let dataDir: string;
  let remove: () => Promise<void>;
  const owners: ChildProcess[] = [];
  beforeEach(async () => {
    ({ dataDir, remove } = await testDataDir());
  });
  afterEach(async () => {
    await Promise.all(
      owners.map(async (owner) => {
        if (owner.exitCode !== null || owner.signalCode !== null) return;
        owner.kill("SIGKILL");
        await once(owner, "exit");
      }),
    );
    await remove();
  });

  const startOwner = (): Owner => {
    const args = ["--import", "tsx", "--input-type=module", "-e", program, dataDir];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
    owners.push(child);
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        child.emit("printed");
      });
    return {
      process: child,
      prints: async (text) => {
        while (!printed.includes(text)) {
          if (child.exitCode !== null) throw new Error(`the owner has ended:\n${printed}`);
          await Promise.race([once(child, "printed"), once(child, "exit")]);
        }
      },
    };
  };
  const databasePid = ({ process: { pid } }: Owner): number =>
    Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);

  test("A start fails while another process owns the directory, and waits for the database process of an owner that was killed", async () => {
    const killed = startOwner();
    await killed.prints("ready");
    await expect(startEmbeddedDatabase(dataDir)).rejects.toThrow(DataDirInUseError);
    const left = databasePid(killed);
    process.kill(left, "SIGSTOP");
    killed.process.kill("SIGKILL");
    await once(killed.process, "exit");
    const next = startOwner();
    await next.prints("waiting until the database process of the previous server has ended").finally(() => {
      process.kill(left, "SIGCONT");
    });
    await next.prints("ready");
    await expect(startEmbeddedDatabase(dataDir)).rejects.toThrow(DataDirInUseError);
  });
});
