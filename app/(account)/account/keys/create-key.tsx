"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { checkLabel } from "@/app/(account)/account/keys/check-label";
import type { CreatedKeyView } from "@/app/(account)/account/keys/key-view";
import { NewKey } from "@/app/(account)/account/keys/new-key";
import { api } from "@/app/shared/call-api";
import { Button } from "@/app/ui/button";
import { ChoiceField } from "@/app/ui/choice-field";
import { Dialog } from "@/app/ui/dialog";
import { explainCallError } from "@/app/ui/explain-call-error";
import { Row, Stack } from "@/app/ui/stack";
import { TextField } from "@/app/ui/text-field";

type CreateKeyProps = {
  readonly opened: boolean;
  readonly maxLabelLength: number;
  /** URL in the curl command that is shown with a new key. */
  readonly exampleUrl: string;
  readonly onCreated: (created: CreatedKeyView) => void;
  readonly onClose: () => void;
};

type FormProps = Pick<CreateKeyProps, "maxLabelLength" | "onCreated" | "onClose">;

function KeyForm({ maxLabelLength, onCreated, onClose }: FormProps) {
  const [label, setLabel] = useState("");
  const [test, setTest] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>();

  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = checkLabel(label, maxLabelLength);
    setProblem(found);
    if (found !== undefined) return;
    setBusy(true);
    try {
      onCreated(await api.keys.create.mutate({ label, test }));
    } catch (error) {
      setProblem(explainCallError(error));
      setBusy(false);
    }
  };

  return (
    <form onSubmit={create} noValidate>
      <Stack>
        <TextField
          data-autofocus
          label="Label"
          description={`For example, the program that uses it. Up to ${maxLabelLength} characters.`}
          autoComplete="off"
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          error={problem}
        />
        <ChoiceField
          label="Test key"
          description="Marks the key as Test. It returns live data and counts toward your allowance like any other key."
          checked={test}
          onChange={setTest}
        />
        <Row justify="end" gap={12}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Create
          </Button>
        </Row>
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
      onClosed={() => setCreated(undefined)}
      title={shown ? "Your new API key" : "Create API key"}
      wide={shown}
      // A stray click or key press must not lose the secret.
      dismissible={!shown}
    >
      {shown ? (
        <NewKey created={created} exampleUrl={exampleUrl} onClose={onClose} />
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
