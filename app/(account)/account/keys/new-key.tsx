import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { CreatedKeyView } from "@/app/(account)/account/keys/key-view";
import { CodeBlock } from "@/app/ui/code-block";
import { SecretField } from "@/app/ui/secret-field";

type NewKeyProps = {
  readonly created: CreatedKeyView;
  /** URL in the curl command. */
  readonly exampleUrl: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
};

/** Shows the secret of a new key. The secret cannot be shown again. */
export const NewKey = ({ created, exampleUrl, children, onClose }: NewKeyProps) => (
  <Stack>
    <SecretField label="API key" secret={created.key} noun="API key" />
    {children}
    <CodeBlock
      label="curl command"
      wrap
      caption="First call"
      code={`curl -H 'X-API-Key: ${created.key}' '${exampleUrl}'`}
    />
    <Group justify="flex-end">
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Stack>
);
