import { LocalTime, useLocalTime } from "@/app/(account)/account/local-time";
import { Button } from "@/app/ui/button";
import { Panel } from "@/app/ui/panel";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import classes from "@/app/ui/responsive-table.module.css";
import { Text } from "@/app/ui/text";

export type TokenView = {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /**
   * Where the token was created: in the session that shows the page, in another session of the account, or by the operator. When a session
   * ends, the tokens that were created in that session are revoked.
   */
  readonly origin: "this sign-in" | "another sign-in" | "operator";
};

const origins: Readonly<Record<TokenView["origin"], string>> = {
  "this sign-in": "This sign-in",
  "another sign-in": "Another sign-in",
  operator: "Operator",
};

const columns = [
  { name: "Created by" },
  { name: "Created", width: "wide" },
  { name: "Expires", width: "wide" },
  { name: "Actions", width: "middle", end: true },
] as const;

type TokenTableProps = {
  readonly tokens: readonly TokenView[];
  /** Id of the token that is being revoked. */
  readonly busy: string | undefined;
  readonly onRevoke: (id: string) => void;
};

export function TokenTable({ tokens, busy, onRevoke }: TokenTableProps) {
  const localTime = useLocalTime();
  if (tokens.length === 0)
    return (
      <Panel>
        <Text small quiet>
          No active tokens.
        </Text>
      </Panel>
    );
  return (
    <ResponsiveTable label="Access tokens" columns={columns}>
      {tokens.map(({ id, origin, createdAt, expiresAt }) => (
        <tr key={id}>
          <th scope="row">{origins[origin]}</th>
          <td data-name="Created">
            <LocalTime at={createdAt} />
          </td>
          <td data-name="Expires">
            <LocalTime at={expiresAt} />
          </td>
          <td className={`${classes.end} ${classes.action}`}>
            <Button
              size="compact"
              variant="default"
              busy={busy === id}
              aria-label={`Revoke the token created ${localTime(createdAt)}`}
              onClick={() => onRevoke(id)}
            >
              Revoke
            </Button>
          </td>
        </tr>
      ))}
    </ResponsiveTable>
  );
}
