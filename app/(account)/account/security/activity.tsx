import { Stack, Text, Title } from "@mantine/core";
import { describeAction, describeActor } from "@/app/(account)/account/security/describe-action";
import { formatTime } from "@/app/ui/format";
import { Panel } from "@/app/ui/panel";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import classes from "@/app/ui/responsive-table.module.css";
import { TextLink } from "@/app/ui/text-link";
import type { AccountAction } from "@/server/account/owner/audit";

const firstShown = 20;

const columns = [
  { name: "What" },
  { name: "Who", width: "middle" },
  { name: "Network", width: "middle" },
  { name: "When", width: "wide" },
] as const;

type ActivityProps = { readonly actions: readonly AccountAction[]; readonly showsAll: boolean };

/** What happened to the account's keys, tokens and sign-ins. */
export function Activity({ actions, showsAll }: ActivityProps) {
  const shown = showsAll ? actions : actions.slice(0, firstShown);
  return (
    <Stack component="section" aria-labelledby="activity">
      <Stack gap={4} maw={620}>
        <Title order={2} id="activity">
          Activity
        </Title>
        <Text c="dimmed" size="sm">
          What happened to your keys, tokens and sign-ins in the last 90 days. If you don't recognize a
          sign-in, sign out everywhere and revoke your keys.
        </Text>
      </Stack>
      {actions.length === 0 ? (
        <Panel>
          <Text size="sm" c="dimmed">
            Nothing yet.
          </Text>
        </Panel>
      ) : (
        <ResponsiveTable label="Activity" columns={columns}>
          {shown.map((action) => (
            <tr key={action.id}>
              <th scope="row">
                <bdi>{describeAction(action)}</bdi>
              </th>
              <td data-name="Who">{describeActor(action.actor)}</td>
              <td data-name="Network" className={classes.breaking}>
                {action.network ?? "–"}
              </td>
              <td data-name="When" className={classes.whole}>
                <time dateTime={action.at.toISOString()}>{formatTime(action.at.getTime())}</time>
              </td>
            </tr>
          ))}
        </ResponsiveTable>
      )}
      {shown.length < actions.length && (
        <TextLink href="/account/security?all#activity" size="sm">
          Show all {actions.length}
        </TextLink>
      )}
    </Stack>
  );
}
