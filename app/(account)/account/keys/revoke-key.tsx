"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { type KeyView, maskedKey } from "@/app/(account)/account/keys/key-view";
import { api, readRefusal } from "@/app/call-api";
import { Dialog } from "@/app/ui/dialog";
import { Problem } from "@/app/ui/problem";

type RevokeKeyProps = {
  /** The key in question; the question is closed while there is none. */
  readonly subject: KeyView | undefined;
  readonly onRevoked: (key: KeyView) => void;
  readonly onClose: () => void;
};

function Question({ subject, onRevoked, onClose }: RevokeKeyProps & { readonly subject: KeyView }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const revoke = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.keys.revoke.mutate({ keyId: subject.id });
      onRevoked(subject);
      onClose();
    } catch (error) {
      setProblem(`${readRefusal(error).message} The key may still work: try again.`);
      setBusy(false);
    }
  };

  return (
    <Stack>
      <Text style={{ overflowWrap: "anywhere" }}>
        Calls with{" "}
        <strong>
          <bdi>{subject.label}</bdi>
        </strong>{" "}
        ({maskedKey(subject)}) are refused at once. A revoked key cannot be brought back.
      </Text>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button color="red.8" loading={busy} onClick={revoke}>
          Revoke key
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks before a key is revoked, naming it. */
export function RevokeKey(props: RevokeKeyProps) {
  const { subject, onClose } = props;
  // The key stays on the screen while the question fades out.
  const [last, setLast] = useState(subject);
  if (subject !== undefined && subject !== last) setLast(subject);
  const shown = subject ?? last;
  return (
    <Dialog opened={subject !== undefined} onClose={onClose} title="Revoke this key?">
      {shown !== undefined && <Question {...props} subject={shown} key={shown.id} />}
    </Dialog>
  );
}
