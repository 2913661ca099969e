import { createHoldShards } from "@/server/ingest/polling/hold-shards";
import { silentLog } from "@/server/ingest/recorder/testing/snapshots";

/** A process that takes the given shards, prints their names, and does not stop by itself. Arguments: the database's URL and the names. */
const [, , url = "", ...names] = process.argv;

await createHoldShards(url, silentLog)(
  names,
  async (name) => {
    process.stdout.write(`${name}\n`);
    await new Promise(() => setInterval(() => undefined, 60_000));
  },
  new AbortController().signal,
);
