/** `npm run build`. */
import { completeBuild, fingerprintOf } from "@/server/build/build-if-old.mjs";
import { buildSite } from "@/server/build/build-site";
import { bundleServer } from "@/server/build/bundle-server";
import { checkTeamFiles } from "@/server/build/check-team-files";

const root = process.cwd();
// Computed before the build. If a source file changes during the build, this fingerprint is outdated, and the next start builds again.
const fingerprint = await fingerprintOf(root);
await checkTeamFiles(root);
await buildSite(root);
// The bundle is in `.next`, where `next build` deletes the files of other programs. So the server is bundled after the site is built.
await bundleServer(root);
await completeBuild(root, fingerprint);
