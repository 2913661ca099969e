import path from "node:path";
import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  compress: false,
  turbopack: { root: path.resolve(import.meta.dirname, "../../..") },
  typescript: { ignoreBuildErrors: true },
};

export default config;
