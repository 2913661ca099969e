import { Group, Text } from "@mantine/core";
import { Panel } from "@/app/ui/panel";
import { TextLink } from "@/app/ui/text-link";
import type { ApiKeyRecord } from "@/server/accounts/key-record";

type NoWorkingKeyProps = {
  readonly keys: readonly ApiKeyRecord[];
  /** ms since the epoch. */
  readonly now: number;
};

/** A notice for an account whose keys have all ended, for instance because the account was deleted and restored. */
export const NoWorkingKey = ({ keys, now }: NoWorkingKeyProps) => {
  const works = ({ revokedAt, expiresAt }: ApiKeyRecord): boolean =>
    revokedAt === null && (expiresAt === null || expiresAt.getTime() > now);
  if (keys.length === 0 || keys.some(works)) return null;
  return (
    <Panel>
      <Group gap="sm">
        <Text size="sm" fw={550}>
          None of your API keys works any more.
        </Text>
        <TextLink href="/account/keys?create" size="sm">
          Create API key
        </TextLink>
      </Group>
    </Panel>
  );
};
