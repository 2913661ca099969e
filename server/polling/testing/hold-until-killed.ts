import { createHoldShards } from "@/server/polling/hold-shards";
import { silentLog } from "@/server/recorder/testing/snapshots";

/** A process that takes all shards of a database, prints each, and does not stop by itself. Arguments: the URL and the shards. */
const [, , url = "", ...names] = process.argv;

await createHoldShards(url, silentLog)(
  names,
  async (name) => {
    process.stdout.write(`${name}\n`);
    await new Promise(() => setInterval(() => undefined, 60_000));
  },
  new AbortController().signal,
);
