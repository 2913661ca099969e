"use client";

import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { TokenTable } from "@/app/(account)/account/token-table";
import { api, readRefusal } from "@/app/call-api";
import { CodeBlock } from "@/app/ui/code-block";
import { Problem } from "@/app/ui/problem";
import { SecretField } from "@/app/ui/secret-field";

export type TokenView = {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** What it dies with: this sign-in, another one, or nothing (the operator made it). */
  readonly origin: "here" | "another sign-in" | "operator";
};

type AccessTokensProps = { readonly initial: readonly TokenView[]; readonly baseUrl: string };

/** Bearer tokens for programs that manage keys: made, shown once, listed and revoked. */
export function AccessTokens({ initial, baseUrl }: AccessTokensProps) {
  const [tokens, setTokens] = useState(initial);
  const [secret, setSecret] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();

  const attempt = async (what: string, act: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(readRefusal(error).message);
    }
    setBusy(undefined);
  };
  const create = () =>
    attempt("create", async () => {
      const made = await api.tokens.create.mutate();
      setSecret(made.access_token);
      const createdAt = new Date().toISOString();
      setTokens((known) => [
        { id: made.id, createdAt, expiresAt: made.expires_at, origin: "here" },
        ...known,
      ]);
    });
  const revoke = (id: string) =>
    attempt(id, async () => {
      await api.tokens.revoke.mutate({ tokenId: id });
      setTokens((known) => known.filter((token) => token.id !== id));
    });

  return (
    <Stack component="section" aria-labelledby="access-tokens">
      <Group justify="space-between" align="flex-end">
        <Stack gap={4} maw={620}>
          <Title order={2} id="access-tokens">
            Access tokens
          </Title>
          <Text c="dimmed" size="sm">
            For programs that create and revoke your API keys. A token works for an hour, and ends when you
            sign out. To read prices, use an API key.
          </Text>
        </Stack>
        <Button variant="default" loading={busy === "create"} onClick={create}>
          Make a token
        </Button>
      </Group>
      {problem !== undefined && <Problem>{problem}</Problem>}
      {secret !== undefined && (
        <Stack gap="sm">
          <SecretField label="New access token" secret={secret} what="access token" />
          <CodeBlock
            label="curl command"
            wrap
            caption="List your keys with it"
            code={`curl -H 'Authorization: Bearer ${secret}' '${baseUrl}/v1/account/keys'`}
          />
        </Stack>
      )}
      <TokenTable tokens={tokens} busy={busy} onRevoke={revoke} />
    </Stack>
  );
}
