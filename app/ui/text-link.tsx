import type { ReactNode } from "react";
import { SiteLink } from "@/app/ui/site-link";
import classes from "@/app/ui/text-link.module.css";

type TextLinkProps = {
  readonly href: string;
  readonly size?: "sm";
  /** Default `always`. */
  readonly underline?: "always" | "hover";
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A link to a page of the site. */
export const TextLink = ({ href, size, underline, className, children }: TextLinkProps) => (
  <SiteLink
    href={href}
    className={className === undefined ? classes.link : `${classes.link} ${className}`}
    data-size={size}
    data-underline={underline}
  >
    {children}
  </SiteLink>
);
