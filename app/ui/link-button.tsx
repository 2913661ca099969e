import type { ReactNode } from "react";
import type { ButtonLook } from "@/app/ui/button";
import classes from "@/app/ui/button.module.css";
import { SiteLink } from "@/app/ui/site-link";

type LinkButtonProps = ButtonLook & { readonly href: string; readonly children: ReactNode };

/** A link styled as a button. */
export const LinkButton = ({ href, variant = "filled", size = "sm", children }: LinkButtonProps) => (
  <SiteLink href={href} className={classes.button} data-variant={variant} data-size={size}>
    {children}
  </SiteLink>
);
