import { Button, Text } from "@mantine/core";
import type { TokenView } from "@/app/(account)/account/access-tokens";
import { Panel } from "@/app/ui/panel";
import { showTime } from "@/app/ui/show-time";
import { StackTable } from "@/app/ui/stack-table";
import classes from "@/app/ui/stack-table.module.css";

const origins: Readonly<Record<TokenView["origin"], string>> = {
  here: "This sign-in",
  "another sign-in": "Another sign-in of yours",
  operator: "The service's operator",
};

const columns = [
  { name: "Made by" },
  { name: "Made", width: "wide" },
  { name: "Works until", width: "wide" },
  { name: "Actions", width: "middle", end: true },
] as const;

type TokenTableProps = {
  readonly tokens: readonly TokenView[];
  /** The token that is being revoked. */
  readonly busy: string | undefined;
  readonly onRevoke: (id: string) => void;
};

export function TokenTable({ tokens, busy, onRevoke }: TokenTableProps) {
  if (tokens.length === 0)
    return (
      <Panel>
        <Text size="sm" c="dimmed">
          No token works at the moment.
        </Text>
      </Panel>
    );
  return (
    <StackTable label="Access tokens" columns={columns}>
      {tokens.map(({ id, origin, createdAt, expiresAt }) => (
        <tr key={id}>
          <th scope="row">{origins[origin]}</th>
          <td data-name="Made">{showTime(createdAt)}</td>
          <td data-name="Works until">{showTime(expiresAt)}</td>
          <td className={`${classes.end} ${classes.action}`}>
            <Button
              size="compact-sm"
              variant="default"
              loading={busy === id}
              aria-label={`Revoke the token made ${showTime(createdAt)}`}
              onClick={() => onRevoke(id)}
            >
              Revoke
            </Button>
          </td>
        </tr>
      ))}
    </StackTable>
  );
}
