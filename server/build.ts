/** `npm run build`. */
import { buildSite } from "@/server/build-site";
import { bundleServer } from "@/server/bundle-server";

const root = process.cwd();
await buildSite(root);
// After the site, because `next build` deletes other files in its folder.
await bundleServer(root);
