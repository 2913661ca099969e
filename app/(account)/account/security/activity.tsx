import { LocalTime } from "@/app/(account)/account/local-time";
import { describeAction, describeActor } from "@/app/(account)/account/security/describe-action";
import { Panel } from "@/app/ui/panel";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import classes from "@/app/ui/responsive-table.module.css";
import { Stack } from "@/app/ui/stack";
import { Heading, Text } from "@/app/ui/text";
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
    <Stack as="section" aria-labelledby="activity">
      <Stack gap={4} narrow>
        <Heading id="activity">Activity</Heading>
        <Text quiet small>
          What happened to your keys, tokens and sign-ins in the last 90 days. If you don't recognize a
          sign-in, sign out everywhere and revoke your keys.
        </Text>
      </Stack>
      {actions.length === 0 ? (
        <Panel>
          <Text small quiet>
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
                <LocalTime at={action.at.getTime()} />
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
