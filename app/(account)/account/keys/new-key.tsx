import type { ReactNode } from "react";
import type { CreatedKeyView } from "@/app/(account)/account/keys/key-view";
import { Button } from "@/app/ui/button";
import { CodeBlock } from "@/app/ui/code-block";
import { SecretField } from "@/app/ui/secret-field";
import { Row, Stack } from "@/app/ui/stack";

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
      caption={exampleUrl.endsWith("/v1/sports") ? "First call, free" : "First call, costs 1 request"}
      code={`curl -H 'X-API-Key: ${created.key}' '${exampleUrl}'`}
    />
    <Row justify="end">
      <Button onClick={onClose}>Done</Button>
    </Row>
  </Stack>
);
