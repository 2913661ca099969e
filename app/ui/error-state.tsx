import type { ReactNode } from "react";
import { Button } from "@/app/ui/button";
import { EmptyState } from "@/app/ui/empty-state";

type ErrorStateProps = {
  readonly title: string;
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
};

/** A message in place of content that failed to load. Screen readers announce the message. */
export const ErrorState = ({ title, children, onRetry }: ErrorStateProps) => (
  <div role="alert">
    <EmptyState
      title={title}
      action={
        onRetry && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {children}
    </EmptyState>
  </div>
);
