"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { LocalTime } from "@/app/(account)/account/local-time";
import { api } from "@/app/shared/call-api";
import { Button } from "@/app/ui/button";
import classes from "@/app/ui/button.module.css";
import { Dialog } from "@/app/ui/dialog";
import { explainCallError } from "@/app/ui/explain-call-error";
import { Panel } from "@/app/ui/panel";
import { Row, Stack } from "@/app/ui/stack";
import { Heading, Text } from "@/app/ui/text";
import { TextField } from "@/app/ui/text-field";

type ConfirmationProps = {
  readonly email: string;
  readonly onDeleted: (restorableUntil: string) => void;
  readonly onClose: () => void;
};

function Confirmation({ email, onDeleted, onClose }: ConfirmationProps) {
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>();

  const remove = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (typed.trim().toLowerCase() !== email) {
      setProblem("This is not the email address of your account.");
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      onDeleted((await api.account.delete.mutate({ email: typed })).restorable_until);
    } catch (error) {
      setProblem(explainCallError(error));
      setBusy(false);
    }
  };

  return (
    <form onSubmit={remove} noValidate>
      <Stack>
        <Text small>
          All API keys stop working at once, and you are signed out on every device. Sign in within 7 days to
          restore the account. Its keys stay revoked. After 7 days we permanently erase your data, except a
          record of the deletion and of actions our staff took on your account.
        </Text>
        <TextField
          data-autofocus
          label={`Type ${email} to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem}
        />
        <Row justify="end" gap={12}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            Delete account
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

/** Deletes the account after the owner has typed the account's email address. */
export function DeleteAccount({ email }: { readonly email: string }) {
  const [opened, setOpened] = useState(false);
  const [until, setUntil] = useState<string>();
  const isDeleted = until !== undefined;
  return (
    <Stack as="section" aria-labelledby="delete">
      <Heading id="delete">Delete account</Heading>
      <Panel>
        <Row justify="between" gap={16}>
          <Text small>
            Immediately revokes your API keys and signs you out everywhere. For 7 days you can restore the
            account by signing in.
          </Text>
          <Button variant="default" onClick={() => setOpened(true)}>
            Delete account…
          </Button>
        </Row>
      </Panel>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={isDeleted ? "Your account is deleted" : "Delete your account?"}
        dismissible={!isDeleted}
      >
        {isDeleted ? (
          <Stack>
            <Text role="status">
              Your keys no longer work, and you are signed out. To restore the account, sign in as {email}{" "}
              before <LocalTime at={until} />.
            </Text>
            <Row justify="end">
              {/* A full page load removes the account's data from the browser's memory. */}
              <a href="/" className={classes.button} data-variant="filled" data-autofocus>
                Go to the home page
              </a>
            </Row>
          </Stack>
        ) : (
          <Confirmation email={email} onDeleted={setUntil} onClose={() => setOpened(false)} />
        )}
      </Dialog>
    </Stack>
  );
}
