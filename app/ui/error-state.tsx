"use client";

import { Button, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "@/app/ui/panel.module.css";

type ErrorStateProps = {
  readonly title: string;
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
};

/** What stands where something could not be loaded; read out when it appears. */
export function ErrorState({ title, children, onRetry }: ErrorStateProps) {
  return (
    <Stack role="alert" align="center" gap="sm" py={56} px="md" ta="center" className={classes.panel}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" maw={460} component="div">
          {children}
        </Text>
      )}
      {onRetry !== undefined && (
        <Button variant="default" mt="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Stack>
  );
}
