"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

type SiteLinkProps = Omit<ComponentProps<typeof Link>, "prefetch">;

/** A link to a page of the site. The page is prefetched only once the reader points at the link or focuses it. */
export function SiteLink({ onMouseEnter, onFocus, ...props }: SiteLinkProps) {
  const [isNear, setIsNear] = useState(false);
  return (
    <Link
      {...props}
      prefetch={isNear ? null : false}
      onMouseEnter={(event) => {
        setIsNear(true);
        onMouseEnter?.(event);
      }}
      onFocus={(event) => {
        setIsNear(true);
        onFocus?.(event);
      }}
    />
  );
}
