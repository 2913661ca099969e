"use client";

import { Button, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { CreateKey } from "@/app/(account)/account/keys/create-key";
import { KeyDialogs, type KeyTask } from "@/app/(account)/account/keys/key-dialogs";
import { isActive } from "@/app/(account)/account/keys/key-state";
import { KeyTable } from "@/app/(account)/account/keys/key-table";
import type { CreatedKeyView, KeyView, RotatedKeyView } from "@/app/(account)/account/keys/key-view";
import { api } from "@/app/shared/call-api";
import { EmptyState } from "@/app/ui/empty-state";
import { ErrorState } from "@/app/ui/error-state";
import { explainCallError } from "@/app/ui/explain-call-error";
import { LoadingLines } from "@/app/ui/loading-lines";
import { PageTitle } from "@/app/ui/page-title";

type KeysViewProps = {
  readonly maxLabelLength: number;
  readonly exampleUrl: string;
  /** Whether the dialog that creates a key is open at first. */
  readonly isCreating: boolean;
};

const createButtonId = "create-key";

/** Focuses the create button if the button that opened a dialog is gone. Without this, the browser would focus the start of the page. */
const keepFocus = (): void => {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body)
    document.getElementById(createButtonId)?.focus();
};

/** The account's API keys. */
export function KeysView({ maxLabelLength, exampleUrl, isCreating }: KeysViewProps) {
  const [keys, setKeys] = useState<readonly KeyView[]>();
  const [problem, setProblem] = useState<ReactNode>();
  const [creating, setCreating] = useState(isCreating);
  const [task, setTask] = useState<KeyTask>();
  const [announcement, setAnnouncement] = useState("");

  const load = useCallback(async (): Promise<void> => {
    setProblem(undefined);
    try {
      setKeys(await api.keys.list.query());
    } catch (error) {
      setProblem(explainCallError(error));
    }
  }, []);
  useEffect(() => void load(), [load]);

  const addCreated = ({ key: _, ...record }: CreatedKeyView): void =>
    setKeys((current = []) => [...current, record]);
  const closeCreating = (): void => {
    setCreating(false);
    // A reload must not open the dialog again.
    window.history.replaceState(null, "", window.location.pathname);
  };
  const replace = (changed: KeyView): void =>
    setKeys((current = []) => current.map((key) => (key.id === changed.id ? changed : key)));
  const noteRenamed = (renamed: KeyView): void => {
    replace(renamed);
    setAnnouncement(`API key renamed to ${renamed.label}.`);
  };
  const noteRotated = ({ created, replaced }: RotatedKeyView): void => {
    addCreated(created);
    replace(replaced);
  };
  const reloadAfterRevoking = async ({ id, label }: KeyView): Promise<void> => {
    // The key is already revoked here, so a failed reload of the list is not an error.
    const reloaded = await api.keys.list.query().catch(() => undefined);
    setKeys((current) => reloaded ?? current?.filter((key) => key.id !== id));
    setAnnouncement(`API key ${label} revoked.`);
  };

  if (keys === undefined)
    return (
      <>
        <PageTitle title="API keys" />
        {problem === undefined ? (
          <LoadingLines rows={6} />
        ) : (
          <ErrorState title="Your API keys did not load" onRetry={() => void load()}>
            {problem}
          </ErrorState>
        )}
      </>
    );
  const now = Date.now();
  const active = keys.filter((key) => isActive(key, now)).reverse();
  const ended = keys.filter((key) => !isActive(key, now)).reverse();
  const createButton = (
    <Button id={createButtonId} onClick={() => setCreating(true)}>
      Create API key
    </Button>
  );
  return (
    <>
      <PageTitle
        title="API keys"
        lead="Send a key in the X-API-Key header. All keys share your account's limits."
        actions={active.length > 0 ? createButton : undefined}
      />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Stack gap="xl">
        {active.length === 0 ? (
          <EmptyState title={ended.length === 0 ? "No API keys yet" : "No active keys"} action={createButton}>
            Create a key to call the API. The key is shown once.
          </EmptyState>
        ) : (
          <KeyTable keys={active} onTask={setTask} label="Active keys" />
        )}
        {ended.length > 0 && (
          <section aria-labelledby="ended">
            <Title order={2} id="ended" mb={4}>
              Revoked and ended
            </Title>
            <Text size="sm" c="dimmed" mb="md">
              These keys no longer work.
            </Text>
            <KeyTable keys={ended} label="Revoked and ended keys" />
          </section>
        )}
      </Stack>
      <CreateKey
        opened={creating}
        exampleUrl={exampleUrl}
        maxLabelLength={maxLabelLength}
        onCreated={addCreated}
        onClose={closeCreating}
      />
      <KeyDialogs
        task={task}
        maxLabelLength={maxLabelLength}
        exampleUrl={exampleUrl}
        onRenamed={noteRenamed}
        onRotated={noteRotated}
        onRevoked={reloadAfterRevoking}
        onClose={() => setTask(undefined)}
        onClosed={keepFocus}
      />
    </>
  );
}
