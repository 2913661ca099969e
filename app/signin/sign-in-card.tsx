import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Panel } from "@/app/ui/panel";

type SignInCardProps = { readonly title: string; readonly lead?: ReactNode; readonly children?: ReactNode };

/** The narrow box that each step of the sign-in uses. */
export function SignInCard({ title, lead, children }: SignInCardProps) {
  return (
    <Stack maw={420} mx="auto" mt={{ base: "md", sm: 48 }} gap="lg">
      <Stack gap={6}>
        <Title order={1}>{title}</Title>
        {lead !== undefined && (
          <Text c="dimmed" component="div">
            {lead}
          </Text>
        )}
      </Stack>
      {children !== undefined && <Panel>{children}</Panel>}
    </Stack>
  );
}
