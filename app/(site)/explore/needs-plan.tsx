"use client";

import { EmptyState } from "@/app/ui/empty-state";

/** Says what a plan would show here. */
export const NeedsPlan = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <EmptyState title={title} headingOrder={2} link={{ href: "/pricing", label: "Compare plans" }}>
    {text}
  </EmptyState>
);
