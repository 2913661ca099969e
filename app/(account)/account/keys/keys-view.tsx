"use client";

import { Button, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { CreateKey } from "@/app/(account)/account/keys/create-key";
import { KeyTable } from "@/app/(account)/account/keys/key-table";
import type { CreatedKeyView, KeyView } from "@/app/(account)/account/keys/key-view";
import { RevokeKey } from "@/app/(account)/account/keys/revoke-key";
import { EmptyState } from "@/app/ui/empty-state";
import { PageTitle } from "@/app/ui/page-title";

type KeysViewProps = { readonly initial: readonly KeyView[]; readonly exampleAddress: string };

/** The account's keys. The first list comes with the page; what is done here is answered by the API and shown at once. */
export function KeysView({ initial, exampleAddress }: KeysViewProps) {
  const [keys, setKeys] = useState(initial);
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<KeyView>();
  const [said, setSaid] = useState("");

  const noteCreated = ({ key: _, ...record }: CreatedKeyView): void => setKeys((known) => [...known, record]);
  const noteRevoked = ({ id, label }: KeyView): void => {
    const revokedAt = new Date().toISOString();
    setKeys((known) =>
      known.map((key) => (key.id === id ? { ...key, revoked_at: key.revoked_at ?? revokedAt } : key)),
    );
    setSaid(`The key ${label} is revoked.`);
  };

  const active = keys.filter((key) => key.revoked_at === null).reverse();
  const revoked = keys.filter((key) => key.revoked_at !== null).reverse();
  const createButton = <Button onClick={() => setCreating(true)}>Create a key</Button>;
  return (
    <>
      <PageTitle
        title="API keys"
        lead="Programs send a key in the X-API-Key header. Limits belong to the account: all keys share them."
        actions={active.length > 0 ? createButton : undefined}
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Stack gap="xl">
        {active.length === 0 ? (
          <EmptyState
            title={revoked.length === 0 ? "No keys yet" : "No key works at the moment"}
            action={createButton}
          >
            Create one to call the API. Its secret is shown once.
          </EmptyState>
        ) : (
          <KeyTable keys={active} onRevoke={setRevoking} label="Active keys" />
        )}
        {revoked.length > 0 && (
          <section aria-labelledby="revoked">
            <Title order={2} id="revoked" mb={4}>
              Revoked
            </Title>
            <Text size="sm" c="dimmed" mb="md">
              Calls with these are refused, for good.
            </Text>
            <KeyTable keys={revoked} label="Revoked keys" />
          </section>
        )}
      </Stack>
      <CreateKey
        opened={creating}
        exampleAddress={exampleAddress}
        onCreated={noteCreated}
        onClose={() => setCreating(false)}
      />
      <RevokeKey subject={revoking} onRevoked={noteRevoked} onClose={() => setRevoking(undefined)} />
    </>
  );
}
