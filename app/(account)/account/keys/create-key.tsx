"use client";

import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { CreatedKeyView } from "@/app/(account)/account/keys/key-view";
import { api, readCallError } from "@/app/call-api";
import { CodeBlock } from "@/app/ui/code-block";
import { Dialog } from "@/app/ui/dialog";
import { SecretField } from "@/app/ui/secret-field";

type CreateKeyProps = {
  readonly opened: boolean;
  readonly maxLabelLength: number;
  /** URL of the curl line that is shown with a new key. */
  readonly exampleUrl: string;
  readonly onCreated: (created: CreatedKeyView) => void;
  readonly onClose: () => void;
};

type FormProps = Pick<CreateKeyProps, "maxLabelLength" | "onCreated" | "onClose">;

function KeyForm({ maxLabelLength, onCreated, onClose }: FormProps) {
  const [label, setLabel] = useState("");
  const [test, setTest] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const length = [...label.trim()].length;
    if (length < 1 || length > maxLabelLength) {
      setProblem(`Enter a label of 1 to ${maxLabelLength} characters.`);
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      onCreated(await api.keys.create.mutate({ label, test }));
    } catch (error) {
      setProblem(readCallError(error).message);
      setBusy(false);
    }
  };

  return (
    <form onSubmit={create} noValidate>
      <Stack>
        <TextInput
          data-autofocus
          label="Label"
          description={`Such as the name of a program. 1 to ${maxLabelLength} characters.`}
          autoComplete="off"
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          error={problem}
          errorProps={{ role: "alert" }}
        />
        <Checkbox
          label="Test key"
          description="Shown with a Test badge. It returns the same prices and shares the same limits."
          checked={test}
          onChange={(event) => setTest(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Creates an API key and shows its secret once. */
export function CreateKey({ opened, maxLabelLength, exampleUrl, onCreated, onClose }: CreateKeyProps) {
  const [created, setCreated] = useState<CreatedKeyView>();
  const shown = created !== undefined;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setCreated(undefined)}
      title={shown ? "Your new API key" : "Create API key"}
      size={shown ? "lg" : "md"}
      // A stray click or key press must not lose the secret.
      closeOnClickOutside={!shown}
      closeOnEscape={!shown}
    >
      {shown ? (
        <Stack>
          <SecretField label="API key" secret={created.key} noun="API key" />
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
      ) : (
        <KeyForm
          maxLabelLength={maxLabelLength}
          onClose={onClose}
          onCreated={(key) => {
            setCreated(key);
            onCreated(key);
          }}
        />
      )}
    </Dialog>
  );
}
