"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { type KeyView, maskedKey } from "@/app/(account)/account/keys/key-view";
import { api, readCallError } from "@/app/call-api";
import { Dialog } from "@/app/ui/dialog";
import { Problem } from "@/app/ui/problem";

type RevokeKeyProps = {
  /** The key to revoke; undefined closes the dialog. */
  readonly selected: KeyView | undefined;
  readonly onRevoked: (key: KeyView) => Promise<void>;
  readonly onClose: () => void;
};

function Confirmation({ selected, onRevoked, onClose }: RevokeKeyProps & { readonly selected: KeyView }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const revoke = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.keys.revoke.mutate({ keyId: selected.id });
      await onRevoked(selected);
      onClose();
    } catch (error) {
      setProblem(`${readCallError(error).message} The key may still work. Try again.`);
      setBusy(false);
    }
  };

  return (
    <Stack>
      <Text style={{ overflowWrap: "anywhere" }}>
        Calls with{" "}
        <strong>
          <bdi>{selected.label}</bdi>
        </strong>{" "}
        ({maskedKey(selected)}) fail at once. You cannot undo this.
      </Text>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red.8" loading={busy} onClick={revoke}>
          Revoke key
        </Button>
      </Group>
    </Stack>
  );
}

/** A dialog that names the key and asks for confirmation. */
export function RevokeKey(props: RevokeKeyProps) {
  const { selected, onClose } = props;
  // Keeps the key on screen while the dialog fades out.
  const [last, setLast] = useState(selected);
  if (selected !== undefined && selected !== last) setLast(selected);
  const shown = selected ?? last;
  return (
    <Dialog opened={selected !== undefined} onClose={onClose} title="Revoke this API key?">
      {shown !== undefined && <Confirmation {...props} selected={shown} key={shown.id} />}
    </Dialog>
  );
}
