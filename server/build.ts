/** `npm run build`. */
import { completeBuild, fingerprintOf } from "@/server/build-if-old.mjs";
import { buildSite } from "@/server/build-site";
import { bundleServer } from "@/server/bundle-server";

const root = process.cwd();
// Before the build, so that a source that changes meanwhile causes another build.
const fingerprint = await fingerprintOf(root);
await buildSite(root);
// After the site, because `next build` deletes other files in its folder.
await bundleServer(root);
await completeBuild(root, fingerprint);
