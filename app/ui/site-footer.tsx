import Link from "next/link";
import classes from "@/app/ui/site-shell.module.css";

type SiteFooterProps = {
  /** Undefined if the operator has not set one. */
  readonly supportEmail: string | undefined;
};

/** The footer of every page. */
export const SiteFooter = ({ supportEmail }: SiteFooterProps) => (
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
        <a href="/v1/openapi.json">OpenAPI</a>
        {supportEmail !== undefined && <a href={`mailto:${supportEmail}`}>Contact</a>}
      </nav>
    </div>
  </footer>
);
