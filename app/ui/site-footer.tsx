import Link from "next/link";
import classes from "@/app/ui/site-shell.module.css";
import type { LegalTexts } from "@/server/web/site/read-legal-texts";

type SiteFooterProps = {
  /** Undefined if the operator has not set one. */
  readonly supportEmail: string | undefined;
  readonly legalTexts: LegalTexts;
};

/** The footer of every page. */
export const SiteFooter = ({ supportEmail, legalTexts }: SiteFooterProps) => (
  <footer className={classes.footer}>
    <div className={`${classes.container} ${classes.footerRow}`}>
      <span>Pre-match sports odds, joined and recorded.</span>
      <nav aria-label="Footer" className={classes.footerLinks}>
        <Link href="/docs" prefetch={false}>
          Docs
        </Link>
        <Link href="/docs/errors/" prefetch={false}>
          Errors
        </Link>
        <Link href="/pricing" prefetch={false}>
          Plans
        </Link>
        <Link href="/status" prefetch={false}>
          Status
        </Link>
        <a href="/v1/openapi.json">OpenAPI</a>
        {legalTexts.terms !== undefined && (
          <Link href="/terms" prefetch={false}>
            Terms
          </Link>
        )}
        {legalTexts.privacy !== undefined && (
          <Link href="/privacy" prefetch={false}>
            Privacy
          </Link>
        )}
        {supportEmail !== undefined && <a href={`mailto:${supportEmail}`}>Contact</a>}
      </nav>
    </div>
  </footer>
);
