"use client";

import { Button, type ButtonProps } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";

type LinkButtonProps = ButtonProps & { readonly href: string; readonly children: ReactNode };

/** A link that looks like a button; pages made on the server cannot give a button its link component. */
export function LinkButton({ href, children, ...props }: LinkButtonProps) {
  return (
    <Button component={Link} href={href} {...props}>
      {children}
    </Button>
  );
}
