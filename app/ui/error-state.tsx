"use client";

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { EmptyState } from "@/app/ui/empty-state";

type ErrorStateProps = {
  readonly title: string;
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
};

/** Replaces content that failed to load. Screen readers announce it. */
export function ErrorState({ title, children, onRetry }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        action={
          onRetry && (
            <Button variant="default" mt="xs" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
