"use client";

import Link from "next/link";
import { EmptyState } from "@/app/ui/empty-state";

/** Says what a plan would show here. */
export const NeedsPlan = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <EmptyState title={title} headingOrder={2}>
    {text}{" "}
    <Link href="/pricing" prefetch={false}>
      Compare plans
    </Link>
  </EmptyState>
);
