/**
 * Creates the files of a new embedded database and exits. Argument: the folder's absolute path. On failure, sends `{failed: string}` to
 * the parent process.
 */
import { describeFailure } from "@/db/full-disk";
import { openPglite } from "@/db/private-files";

process.umask(0o077);
const folder = process.argv[2] ?? "";
try {
  const database = await openPglite(folder);
  await database.close();
  process.disconnect?.();
} catch (error) {
  process.send?.({ failed: describeFailure(error, folder) }, () => process.exit(1));
}
