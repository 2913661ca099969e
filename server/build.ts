/** `npm run build`. */
import { fileURLToPath } from "node:url";
import { runBuild } from "@/server/build-pages";

await runBuild(fileURLToPath(new URL("..", import.meta.url)));
