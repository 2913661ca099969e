"use client";

import { type ReactNode, useState } from "react";
import { TokenTable, type TokenView } from "@/app/(account)/account/token-table";
import { api } from "@/app/shared/call-api";
import { Button } from "@/app/ui/button";
import { CodeBlock } from "@/app/ui/code-block";
import { explainCallError } from "@/app/ui/explain-call-error";
import { Problem } from "@/app/ui/problem";
import { SecretField } from "@/app/ui/secret-field";
import { Row, Stack } from "@/app/ui/stack";
import { Heading, Text } from "@/app/ui/text";

type AccessTokensProps = { readonly initial: readonly TokenView[]; readonly baseUrl: string };

/** Lists, creates and revokes bearer tokens for programs that manage API keys. A new token is shown once. */
export function AccessTokens({ initial, baseUrl }: AccessTokensProps) {
  const [tokens, setTokens] = useState(initial);
  const [secret, setSecret] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<ReactNode>();

  const run = async (action: string, perform: () => Promise<void>): Promise<void> => {
    setBusy(action);
    setProblem(undefined);
    try {
      await perform();
    } catch (error) {
      setProblem(explainCallError(error));
    }
    setBusy(undefined);
  };
  const create = () =>
    run("create", async () => {
      const created = await api.tokens.create.mutate();
      setSecret(created.access_token);
      const createdAt = new Date().toISOString();
      setTokens((current) => [
        { id: created.id, createdAt, expiresAt: created.expires_at, origin: "this sign-in" },
        ...current,
      ]);
    });
  const revoke = (id: string) =>
    run(id, async () => {
      await api.tokens.revoke.mutate({ tokenId: id });
      setTokens((current) => current.filter((token) => token.id !== id));
    });

  return (
    <Stack as="section" aria-labelledby="access-tokens">
      <Row justify="between" align="end">
        <Stack gap={4} narrow>
          <Heading id="access-tokens">Access tokens</Heading>
          <Text quiet small>
            For programs that create and revoke your API keys. A token expires after one hour or when you sign
            out. To read prices, use an API key.
          </Text>
        </Stack>
        <Button variant="default" busy={busy === "create"} onClick={create}>
          Create token
        </Button>
      </Row>
      {problem !== undefined && <Problem>{problem}</Problem>}
      {secret !== undefined && (
        <Stack gap={12}>
          <SecretField label="New access token" secret={secret} noun="access token" />
          <CodeBlock
            label="curl command"
            wrap
            caption="List your API keys"
            code={`curl -H 'Authorization: Bearer ${secret}' '${baseUrl}/v1/account/keys'`}
          />
        </Stack>
      )}
      <TokenTable tokens={tokens} busy={busy} onRevoke={revoke} />
    </Stack>
  );
}
