import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The API and the error references are written with and without a trailing slash; neither is redirected.
  skipTrailingSlashRedirect: true,
  // No page uses the image optimizer, which would fetch our own URLs for any client.
  images: { unoptimized: true },
  // Loaded from node_modules at run time: they load native code or read their own files.
  serverExternalPackages: ["ioredis", "nodemailer", "pino", "postgres"],
  turbopack: {
    // Both read files of the source tree at run time: nothing that can be bundled. The front door has them, a serverless mount does not.
    resolveAlias: {
      "@/db/embedded": "./server/http/bundled/no-embedded-database.ts",
      "@/db/migrate": "./server/http/bundled/no-migrations.ts",
    },
  },
  // The whole tree is compiled by `npm run typecheck`; a start that has to build need not do it again.
  typescript: { ignoreBuildErrors: true },
};

export default config;
