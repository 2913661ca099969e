"use client";

import type { ComponentProps, MouseEvent } from "react";
import { type Address, hrefOf } from "@/app/(site)/explore/address";
import { showAddress } from "@/app/(site)/explore/use-address";

type ScreenLinkProps = Omit<ComponentProps<"a">, "href"> & { readonly to: Address };

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** A link within the odds screen. */
export const ScreenLink = ({ to, children, onClick, ...props }: ScreenLinkProps) => (
  <a
    {...props}
    href={hrefOf(to)}
    onClick={(event) => {
      onClick?.(event);
      if (opensElsewhere(event)) return;
      event.preventDefault();
      showAddress(to);
    }}
  >
    {children}
  </a>
);
