"use client";

import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { CreatedKeyView } from "@/app/(account)/account/keys/key-view";
import { api, readRefusal } from "@/app/call-api";
import { CodeBlock } from "@/app/ui/code-block";
import { Dialog } from "@/app/ui/dialog";
import { SecretField } from "@/app/ui/secret-field";

type CreateKeyProps = {
  readonly opened: boolean;
  /** What the ready curl line calls. */
  readonly exampleAddress: string;
  readonly onCreated: (created: CreatedKeyView) => void;
  readonly onClose: () => void;
};

type FormProps = Pick<CreateKeyProps, "onCreated" | "onClose">;

function KeyForm({ onCreated, onClose }: FormProps) {
  const [label, setLabel] = useState("");
  const [test, setTest] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      onCreated(await api.keys.create.mutate({ label, test }));
    } catch (error) {
      setProblem(readRefusal(error).message);
      setBusy(false);
    }
  };

  return (
    <form onSubmit={create} noValidate>
      <Stack>
        <TextInput
          data-autofocus
          label="Label"
          description="What the key is for, such as the name of a program. 1 to 64 characters."
          autoComplete="off"
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          error={problem}
          errorProps={{ role: "alert" }}
        />
        <Checkbox
          label="Test key"
          description="Marked as a test key wherever it is shown. It reads the same prices, within the same limits."
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

/** Makes a key, then shows its secret this once. */
export function CreateKey({ opened, exampleAddress, onCreated, onClose }: CreateKeyProps) {
  const [created, setCreated] = useState<CreatedKeyView>();
  const shown = created !== undefined;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setCreated(undefined)}
      title={shown ? "Your new key" : "Create a key"}
      size={shown ? "lg" : "md"}
      // The secret must not be lost to a stray click or key.
      closeOnClickOutside={!shown}
      closeOnEscape={!shown}
    >
      {shown ? (
        <Stack>
          <SecretField label="Key" secret={created.key} what="key" />
          <CodeBlock
            label="curl command"
            wrap
            caption="A first call with it"
            code={`curl -H 'X-API-Key: ${created.key}' '${exampleAddress}'`}
          />
          <Group justify="flex-end">
            <Button onClick={onClose}>I have copied it</Button>
          </Group>
        </Stack>
      ) : (
        <KeyForm
          onClose={onClose}
          onCreated={(made) => {
            setCreated(made);
            onCreated(made);
          }}
        />
      )}
    </Dialog>
  );
}
