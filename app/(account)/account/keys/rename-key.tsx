"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { checkLabel } from "@/app/(account)/account/keys/check-label";
import { type KeyView, maskedKey } from "@/app/(account)/account/keys/key-view";
import { api } from "@/app/shared/call-api";
import { Button } from "@/app/ui/button";
import { explainCallError } from "@/app/ui/explain-call-error";
import { Row, Stack } from "@/app/ui/stack";
import { Text } from "@/app/ui/text";
import { TextField } from "@/app/ui/text-field";

type RenameKeyProps = {
  readonly selected: KeyView;
  readonly maxLabelLength: number;
  readonly onRenamed: (key: KeyView) => void;
  readonly onClose: () => void;
};

/** The form that changes a key's label. */
export function RenameKey({ selected, maxLabelLength, onRenamed, onClose }: RenameKeyProps) {
  const [label, setLabel] = useState(selected.label);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>();

  const rename = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = checkLabel(label, maxLabelLength);
    setProblem(found);
    if (found !== undefined) return;
    setBusy(true);
    try {
      onRenamed(await api.keyChanges.rename.mutate({ keyId: selected.id, label }));
      onClose();
    } catch (error) {
      setProblem(explainCallError(error));
      setBusy(false);
    }
  };

  return (
    <form onSubmit={rename} noValidate>
      <Stack>
        <Text small quiet>
          The secret of {maskedKey(selected)} stays the same. Only the label changes.
        </Text>
        <TextField
          data-autofocus
          label="Label"
          description={`1 to ${maxLabelLength} characters.`}
          autoComplete="off"
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          error={problem}
        />
        <Row justify="end" gap={12}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Rename
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
