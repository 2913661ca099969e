/** Makes the files of a new embedded database and ends. Argument: the folder (absolute). */
import { PGlite } from "@electric-sql/pglite";

process.umask(0o077);
const database = await PGlite.create(process.argv[2] ?? "");
await database.close();
