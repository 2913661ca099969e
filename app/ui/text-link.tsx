"use client";

import { Anchor, type AnchorProps } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";

type TextLinkProps = AnchorProps & { readonly href: string; readonly children: ReactNode };

/** A link within the site. A client component, because server components cannot pass Next's Link to Mantine. */
export function TextLink({ href, children, ...props }: TextLinkProps) {
  return (
    <Anchor component={Link} href={href} {...props}>
      {children}
    </Anchor>
  );
}
