import { Stack, Text, Title, type TitleOrder } from "@mantine/core";
import type { ReactNode } from "react";
import { LinkButton } from "@/app/ui/link-button";
import classes from "@/app/ui/panel.module.css";

type EmptyStateProps = {
  readonly title: string;
  readonly headingOrder?: TitleOrder;
  readonly children?: ReactNode;
  readonly link?: { readonly href: string; readonly label: string };
  /** Any other control. */
  readonly action?: ReactNode;
};

/** Replaces missing content: a title, an explanation and the next step. */
export function EmptyState({ title, headingOrder = 2, children, link, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" py={56} px="md" ta="center" className={classes.panel}>
      <Title order={headingOrder} size="h3">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" maw={460} component="div">
          {children}
        </Text>
      )}
      {link !== undefined && (
        <LinkButton href={link.href} variant="default" mt="xs">
          {link.label}
        </LinkButton>
      )}
      {action}
    </Stack>
  );
}
