"use client";

import { type ReactNode, useState } from "react";
import { api } from "@/app/shared/call-api";
import { Button } from "@/app/ui/button";
import { ChoiceField } from "@/app/ui/choice-field";
import { Dialog } from "@/app/ui/dialog";
import { explainCallError } from "@/app/ui/explain-call-error";
import { Problem } from "@/app/ui/problem";
import { Row, Stack } from "@/app/ui/stack";
import { Text } from "@/app/ui/text";

type EndAllSessionsProps = {
  readonly opened: boolean;
  /** Whether a GitHub user is linked to the account. */
  readonly hasIdentities: boolean;
  readonly onClose: () => void;
};

/** Asks for confirmation, then ends all sessions. */
export function EndAllSessions({ opened, hasIdentities, onClose }: EndAllSessionsProps) {
  const [unlinksIdentities, setUnlinksIdentities] = useState(hasIdentities);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>();

  const end = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.account.endAllSessions.mutate({ unlinksIdentities });
      // A full page load removes the account's data from the browser's memory.
      window.location.assign("/signin");
    } catch (error) {
      setProblem(explainCallError(error));
      setBusy(false);
    }
  };

  return (
    <Dialog opened={opened} onClose={onClose} title="Sign out everywhere?">
      <Stack>
        <Text>
          This signs you out on every device, including this one, and ends all access tokens. API keys keep
          working.
        </Text>
        {hasIdentities && (
          <ChoiceField
            label="Unlink GitHub too"
            description="The next sign-in with GitHub links it again, if its primary address is the account's."
            checked={unlinksIdentities}
            onChange={setUnlinksIdentities}
          />
        )}
        {problem !== undefined && <Problem>{problem}</Problem>}
        <Row justify="end" gap={12}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button busy={busy} onClick={end}>
            Sign out all
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
