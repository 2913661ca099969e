"use client";

import { Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { api } from "@/app/shared/call-api";
import { Dialog } from "@/app/ui/dialog";
import { explainCallError } from "@/app/ui/explain-call-error";
import { formatTime } from "@/app/ui/format";
import { Panel } from "@/app/ui/panel";

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
        <Text size="sm">
          All API keys stop working at once, and you are signed out on every device. Sign in within 7 days to
          restore the account. Its keys stay revoked. After 7 days we permanently erase your data, except a
          record of the deletion and of actions our staff took on your account.
        </Text>
        <TextInput
          data-autofocus
          label={`Type ${email} to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem}
          errorProps={{ role: "alert" }}
          styles={{ label: { overflowWrap: "anywhere" } }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red.8" loading={busy}>
            Delete account
          </Button>
        </Group>
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
    <Stack component="section" aria-labelledby="delete">
      <Title order={2} id="delete">
        Delete account
      </Title>
      <Panel>
        <Group justify="space-between" gap="md">
          <Text size="sm" maw={560}>
            Ends your API keys and sessions at once. For 7 days you can restore the account by signing in.
          </Text>
          <Button variant="default" onClick={() => setOpened(true)}>
            Delete account…
          </Button>
        </Group>
      </Panel>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={isDeleted ? "Your account is deleted" : "Delete your account?"}
        closeOnClickOutside={!isDeleted}
        closeOnEscape={!isDeleted}
      >
        {isDeleted ? (
          <Stack>
            <Text role="status">
              Your keys no longer work, and you are signed out. To restore the account, sign in as {email}{" "}
              before {formatTime(until)}.
            </Text>
            <Group justify="flex-end">
              {/* A full page load removes the account's data from the browser's memory. */}
              <Button component="a" href="/" data-autofocus>
                Go to the home page
              </Button>
            </Group>
          </Stack>
        ) : (
          <Confirmation email={email} onDeleted={setUntil} onClose={() => setOpened(false)} />
        )}
      </Dialog>
    </Stack>
  );
}
