import { Container } from "@mantine/core";
import Link from "next/link";
import classes from "@/app/ui/site-shell.module.css";

export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <Container size="lg" className={classes.footerRow}>
        <span>Pre-match sports odds, joined and recorded.</span>
        <nav aria-label="Footer" className={classes.footerLinks}>
          <Link href="/docs">Docs</Link>
          <Link href="/docs/errors/">Errors</Link>
          <Link href="/pricing">Plans</Link>
          <a href="/v1/openapi.json">OpenAPI</a>
        </nav>
      </Container>
    </footer>
  );
}
