"use client";

import { Anchor, type AnchorProps } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";

type TextLinkProps = AnchorProps & { readonly href: string; readonly children: ReactNode };

/** A link inside the site; usable in server components, which cannot pass Next's Link to Mantine. */
export function TextLink({ href, children, ...props }: TextLinkProps) {
  return (
    <Anchor component={Link} href={href} {...props}>
      {children}
    </Anchor>
  );
}
