/** `npm run build`. */
import { completeBuild, fingerprintOf } from "@/server/build-if-old.mjs";
import { buildSite } from "@/server/build-site";
import { bundleServer } from "@/server/bundle-server";

const root = process.cwd();
// Computed before the build: if a source changes during the build, the next start builds again.
const fingerprint = await fingerprintOf(root);
await buildSite(root);
// After the site, because `next build` deletes other files in its folder.
await bundleServer(root);
await completeBuild(root, fingerprint);
