import { LocalTime } from "@/app/(account)/account/local-time";
import { Panel } from "@/app/ui/panel";
import { Row } from "@/app/ui/stack";
import { Text } from "@/app/ui/text";
import { TextLink } from "@/app/ui/text-link";
import { isWorkingKey } from "@/server/account/keys/is-working-key";
import type { ApiKeyRecord } from "@/server/account/keys/key-record";
import { getAppServices } from "@/server/run/app-services";

type NoWorkingKeyProps = { readonly accountId: string; readonly keys: readonly ApiKeyRecord[] };

/** A notice for an account whose keys are all revoked or expired. */
export async function NoWorkingKey({ accountId, keys }: NoWorkingKeyProps) {
  const { services } = await getAppServices();
  const now = services.now();
  if (keys.length === 0 || keys.some((key) => isWorkingKey(key, now))) return null;
  const actions = await services.accountPages.listActions(accountId);
  const restoredAt = actions.find(({ action }) => action === "account restore")?.at.getTime();
  const lastCreatedAt = Math.max(...keys.map(({ createdAt }) => createdAt.getTime()));
  return (
    <Panel>
      <Row gap={12}>
        <Text small strong>
          {restoredAt === undefined || restoredAt < lastCreatedAt ? (
            "None of your API keys works any more."
          ) : (
            <>
              Your account was deleted, and restored on <LocalTime at={restoredAt} format="date" />. Its API
              keys no longer work.
            </>
          )}
        </Text>
        <TextLink href="/account/keys?create" size="sm">
          Create API key
        </TextLink>
      </Row>
    </Panel>
  );
}
