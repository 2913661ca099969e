"use client";

import { useState } from "react";
import { CreateKey } from "@/app/(account)/account/keys/create-key";
import { KeyDialogs, type KeyTask } from "@/app/(account)/account/keys/key-dialogs";
import { isActive } from "@/app/(account)/account/keys/key-state";
import { KeyTable } from "@/app/(account)/account/keys/key-table";
import type { CreatedKeyView, KeyView, RotatedKeyView } from "@/app/(account)/account/keys/key-view";
import { api } from "@/app/shared/call-api";
import { Button } from "@/app/ui/button";
import { EmptyState } from "@/app/ui/empty-state";
import { PageTitle } from "@/app/ui/page-title";
import { Stack } from "@/app/ui/stack";
import { Heading, Text } from "@/app/ui/text";
import { Toast } from "@/app/ui/toast";

type KeysViewProps = {
  /** The account's keys, oldest first. */
  readonly initial: readonly KeyView[];
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
export function KeysView({ initial, maxLabelLength, exampleUrl, isCreating }: KeysViewProps) {
  const [keys, setKeys] = useState(initial);
  const [creating, setCreating] = useState(isCreating);
  const [task, setTask] = useState<KeyTask>();
  const [announcement, setAnnouncement] = useState("");

  const addCreated = ({ key: _, ...record }: CreatedKeyView): void =>
    setKeys((current) => [...current, record]);
  const closeCreating = (): void => {
    setCreating(false);
    // A reload must not open the dialog again.
    window.history.replaceState(null, "", window.location.pathname);
  };
  const replace = (changed: KeyView): void =>
    setKeys((current) => current.map((key) => (key.id === changed.id ? changed : key)));
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
    setKeys((current) => reloaded ?? current.filter((key) => key.id !== id));
    setAnnouncement(`API key ${label} revoked.`);
  };

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
      <Toast message={announcement} />
      <Stack gap={32}>
        {active.length === 0 ? (
          <EmptyState title={ended.length === 0 ? "No API keys yet" : "No active keys"} action={createButton}>
            Create a key to call the API. The key is shown once.
          </EmptyState>
        ) : (
          <KeyTable keys={active} onTask={setTask} label="Active keys" />
        )}
        {ended.length > 0 && (
          <Stack as="section" aria-labelledby="ended">
            <Stack gap={4}>
              <Heading id="ended">Revoked and ended</Heading>
              <Text small quiet>
                These keys no longer work.
              </Text>
            </Stack>
            <KeyTable keys={ended} label="Revoked and ended keys" />
          </Stack>
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
