import type { NextConfig } from "next";

// Set here, because every program of Next reads this file before it creates its telemetry.
process.env.NEXT_TELEMETRY_DISABLED = "1";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // URLs of the API and of error codes work with and without a trailing slash. Neither form redirects to the other.
  skipTrailingSlashRedirect: true,
  // The image optimizer is off. No page uses it, and any client could make it fetch URLs of this site.
  images: { unoptimized: true },
  // These packages are loaded from node_modules at run time, because they load native code or read their own files.
  serverExternalPackages: ["ioredis", "nodemailer", "pino", "postgres", "undici"],
  turbopack: {
    // Pages of the docs are Markdown files.
    rules: { "*.md": { type: "raw" } },
    // Next's bundle contains stubs in place of these modules. The real modules load project files at run time, and no page needs them.
    resolveAlias: {
      "@/db/embedded": "./server/web/http/bundled/no-embedded-database.ts",
      "@/db/migrate": "./server/web/http/bundled/no-migrations.ts",
    },
  },
  // Each page of the docs is also served as Markdown, at its path with `.md`.
  rewrites: async () => ({
    beforeFiles: [
      { source: "/docs.md", destination: "/api/docs" },
      { source: "/docs/:path(.*)\\.md", destination: "/api/docs/:path" },
    ],
    afterFiles: [],
    fallback: [],
  }),
  // turbopackServerFastRefresh: if true (the default), `/v1` in development ignores edits of procedures (seen with Next 16.4.6).
  // preloadEntriesOnStart: if false, startup is 0.35 s faster, and each page is loaded at its first request.
  experimental: { turbopackServerFastRefresh: false, preloadEntriesOnStart: false },
  // The build does not check the types, because `npm run typecheck` does.
  typescript: { ignoreBuildErrors: true },
};

export default config;
