import Link from "next/link";
import type { ReactNode } from "react";
import type { ButtonLook } from "@/app/ui/button";
import classes from "@/app/ui/button.module.css";

type LinkButtonProps = ButtonLook & { readonly href: string; readonly children: ReactNode };

/** A link styled as a button. */
export const LinkButton = ({ href, variant = "filled", size = "sm", children }: LinkButtonProps) => (
  <Link href={href} prefetch={false} className={classes.button} data-variant={variant} data-size={size}>
    {children}
  </Link>
);
