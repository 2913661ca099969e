import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

type PageTitleProps = {
  readonly title: string;
  /** One sentence under the title. */
  readonly lead?: ReactNode;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
};

/** The only first-level heading of a page. */
export function PageTitle({ title, lead, actions }: PageTitleProps) {
  return (
    <Group justify="space-between" align="flex-end" gap="md" mb="xl">
      <Stack gap={6} maw={680}>
        <Title order={1}>{title}</Title>
        {lead !== undefined && (
          <Text c="dimmed" component="div">
            {lead}
          </Text>
        )}
      </Stack>
      {actions}
    </Group>
  );
}
