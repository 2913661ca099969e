import { Group, Text } from "@mantine/core";
import { formatDate } from "@/app/ui/format";
import { Panel } from "@/app/ui/panel";
import { TextLink } from "@/app/ui/text-link";
import type { ApiKeyRecord } from "@/server/accounts/key-record";

type NoWorkingKeyProps = {
  readonly keys: readonly ApiKeyRecord[];
  /** When the account was last restored after a deletion. */
  readonly restoredAt: Date | undefined;
  /** ms since the epoch. */
  readonly now: number;
};

/** A notice for an account whose keys have all ended, for instance because the account was deleted and restored. */
export const NoWorkingKey = ({ keys, restoredAt, now }: NoWorkingKeyProps) => {
  const works = ({ revokedAt, expiresAt }: ApiKeyRecord): boolean =>
    revokedAt === null && (expiresAt === null || expiresAt.getTime() > now);
  if (keys.length === 0 || keys.some(works)) return null;
  const lastCreated = new Date(Math.max(...keys.map(({ createdAt }) => createdAt.getTime())));
  return (
    <Panel>
      <Group gap="sm">
        <Text size="sm" fw={550}>
          {restoredAt === undefined || restoredAt < lastCreated
            ? "None of your API keys works any more."
            : `Your account was deleted, and restored on ${formatDate(restoredAt.getTime())}. Its API keys no longer work.`}
        </Text>
        <TextLink href="/account/keys?create" size="sm">
          Create API key
        </TextLink>
      </Group>
    </Panel>
  );
};
