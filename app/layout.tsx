import "@/app/ui/site.css";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { readSession } from "@/app/shared/read-session";
import { applyColorScheme } from "@/app/ui/color-scheme";
import { SiteFooter } from "@/app/ui/site-footer";
import { SiteHeader } from "@/app/ui/site-header";
import classes from "@/app/ui/site-shell.module.css";
import { getAppServices } from "@/server/run/app-services";

const siteMetadata: Metadata = {
  title: { default: "Oddskeeper", template: "%s · Oddskeeper" },
  description:
    "Pre-match odds of every book, joined in one fixture per game, with player props and recorded price history.",
  icons: {
    icon: [
      { url: "/favicon.ico", sizes: "48x48" },
      { url: "/icon.svg", type: "image/svg+xml" },
    ],
    apple: "/apple-touch-icon.png",
  },
  manifest: "/manifest.webmanifest",
  openGraph: {
    siteName: "Oddskeeper",
    type: "website",
    images: [
      { url: "/link-preview.png", width: 1200, height: 630, alt: "Every book's price on one fixture" },
    ],
  },
  twitter: { card: "summary_large_image" },
};

/** Generates the metadata at run time, because link previews need absolute URLs and the public URL is not known at build time. */
export const generateMetadata = async (): Promise<Metadata> => {
  const { services } = await getAppServices();
  return { ...siteMetadata, metadataBase: new URL(services.config.baseUrl) };
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#14181c" },
  ],
};

// Each response has its own Content-Security-Policy nonce, so pages cannot be prerendered.
export const dynamic = "force-dynamic";

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const { services } = await getAppServices();
  // Public pages still load when sessions cannot be read.
  const session = await readSession().catch(() => undefined);
  return (
    <html lang="en" data-color-scheme="light" suppressHydrationWarning>
      <head>
        <script
          {...(nonce !== undefined && { nonce })}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; the color scheme must apply before the first paint
          dangerouslySetInnerHTML={{ __html: applyColorScheme }}
          suppressHydrationWarning
        />
      </head>
      <body>
        <div className={classes.page}>
          <a href="#content" className={classes.skip}>
            Skip to content
          </a>
          <SiteHeader signedIn={session !== undefined} />
          <main id="content" tabIndex={-1} className={`${classes.container} ${classes.main}`}>
            {children}
          </main>
          <SiteFooter
            supportEmail={services.config.supportEmail}
            legalTexts={services.legalTexts}
            company={services.config.company}
            year={new Date(services.now()).getUTCFullYear()}
            isSimulated={services.config.feeds.includes("demo")}
          />
        </div>
      </body>
    </html>
  );
}
