import "@mantine/core/styles.css";
import "@/app/ui/site.css";
import { ColorSchemeScript, Container, MantineProvider, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { readSession } from "@/app/read-session";
import { SiteFooter } from "@/app/ui/site-footer";
import { SiteHeader } from "@/app/ui/site-header";
import classes from "@/app/ui/site-shell.module.css";
import { theme } from "@/app/ui/theme";

export const metadata: Metadata = {
  title: { default: "Oddskeeper", template: "%s · Oddskeeper" },
  description: "Every book's pre-match prices, joined onto one fixture, with their recorded history.",
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#14181c" },
  ],
};

// The policy's nonce is new with each answer, so no page can be made ahead of it.
export const dynamic = "force-dynamic";

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  // Pages that need no account are served also when sessions cannot be looked up.
  const session = await readSession().catch(() => undefined);
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" {...(nonce !== undefined && { nonce })} />
      </head>
      <body>
        <MantineProvider theme={theme} defaultColorScheme="auto">
          <div className={classes.page}>
            <a href="#content" className={classes.skip}>
              Skip to the content
            </a>
            <SiteHeader signedIn={session !== undefined} />
            <Container
              component="main"
              id="content"
              tabIndex={-1}
              size="lg"
              w="100%"
              className={classes.main}
            >
              {children}
            </Container>
            <SiteFooter />
          </div>
        </MantineProvider>
      </body>
    </html>
  );
}
