"use client";

import { Button, type ButtonProps } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";

type LinkButtonProps = ButtonProps & { readonly href: string; readonly children: ReactNode };

/** A link styled as a button. A client component, because server components cannot pass Next's Link to Mantine. */
export function LinkButton({ href, children, ...props }: LinkButtonProps) {
  return (
    <Button component={Link} href={href} {...props}>
      {children}
    </Button>
  );
}
