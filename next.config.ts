import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The API and the error references are written with and without a trailing slash; neither is redirected.
  skipTrailingSlashRedirect: true,
  // Loaded from node_modules at run time: they start child processes, load native code or read their own files.
  serverExternalPackages: [
    "@electric-sql/pglite",
    "@electric-sql/pglite-socket",
    "fs-native-extensions",
    "ioredis",
    "nodemailer",
    "pino",
    "postgres",
  ],
  // The whole tree is compiled by `npm run typecheck`; a start that has to build need not do it again.
  typescript: { ignoreBuildErrors: true },
};

export default config;
