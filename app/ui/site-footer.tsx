import { SiteLink } from "@/app/ui/site-link";
import classes from "@/app/ui/site-shell.module.css";
import type { LegalTexts } from "@/server/web/site/read-legal-texts";

type SiteFooterProps = {
  /** Undefined if the operator has not set one. */
  readonly supportEmail: string | undefined;
  readonly legalTexts: LegalTexts;
  /** The name and address of the company that runs the service. Undefined if the operator has not set them. */
  readonly company: string | undefined;
  readonly year: number;
  /** Whether some prices come from the simulated market. */
  readonly isSimulated: boolean;
};

/** The footer of every page. */
export const SiteFooter = ({ supportEmail, legalTexts, company, year, isSimulated }: SiteFooterProps) => (
  <footer className={classes.footer}>
    <div className={`${classes.container} ${classes.footerRow}`}>
      <div>
        <div>
          {company === undefined ? "Pre-match sports odds, joined and recorded." : `© ${year} ${company}`}
        </div>
        {isSimulated && <div>Prices on this server come from a simulated market with fictional books.</div>}
      </div>
      <nav aria-label="Footer" className={classes.footerLinks}>
        <SiteLink href="/docs">Docs</SiteLink>
        <SiteLink href="/docs/errors/">Errors</SiteLink>
        <SiteLink href="/pricing">Plans</SiteLink>
        <SiteLink href="/status">Status</SiteLink>
        <a href="/v1/openapi.json" download="oddskeeper-openapi.json">
          OpenAPI
        </a>
        {legalTexts.terms !== undefined && <SiteLink href="/terms">Terms</SiteLink>}
        {legalTexts.privacy !== undefined && <SiteLink href="/privacy">Privacy</SiteLink>}
        {supportEmail !== undefined && <a href={`mailto:${supportEmail}`}>Contact</a>}
      </nav>
    </div>
  </footer>
);
