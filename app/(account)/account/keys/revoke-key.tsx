"use client";

import { type ReactNode, useState } from "react";
import { type KeyView, maskedKey } from "@/app/(account)/account/keys/key-view";
import { api } from "@/app/shared/call-api";
import { Button } from "@/app/ui/button";
import { explainCallError } from "@/app/ui/explain-call-error";
import { Problem } from "@/app/ui/problem";
import { Row, Stack } from "@/app/ui/stack";
import { Text } from "@/app/ui/text";

type RevokeKeyProps = {
  readonly selected: KeyView;
  readonly onRevoked: (key: KeyView) => Promise<void>;
  readonly onClose: () => void;
};

/** Asks for confirmation, then revokes the key. */
export function RevokeKey({ selected, onRevoked, onClose }: RevokeKeyProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>();

  const revoke = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.keys.revoke.mutate({ keyId: selected.id });
      await onRevoked(selected);
      onClose();
    } catch (error) {
      setProblem(<>{explainCallError(error)} The key may still work. Try again.</>);
      setBusy(false);
    }
  };

  return (
    <Stack>
      <Text>
        Calls with{" "}
        <strong>
          <bdi>{selected.label}</bdi>
        </strong>{" "}
        ({maskedKey(selected)}) will fail at once. You cannot undo this.
      </Text>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <Row justify="end" gap={12}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button variant="danger" busy={busy} onClick={revoke}>
          Revoke key
        </Button>
      </Row>
    </Stack>
  );
}
