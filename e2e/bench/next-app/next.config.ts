import path from "node:path";
import type { NextConfig } from "next";

process.env.NEXT_TELEMETRY_DISABLED = "1";

const config: NextConfig = {
  poweredByHeader: false,
  compress: false,
  turbopack: { root: path.resolve(import.meta.dirname, "../../..") },
  typescript: { ignoreBuildErrors: true },
};

export default config;
