import {
  Button,
  Table,
  TableScrollContainer,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import type { TokenView } from "@/app/(account)/account/access-tokens";
import { Panel } from "@/app/ui/panel";
import { showTime } from "@/app/ui/show-time";

const origins: Readonly<Record<TokenView["origin"], string>> = {
  here: "This sign-in",
  "another sign-in": "Another sign-in of yours",
  operator: "The service's operator",
};

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
    <Panel padded={false}>
      <TableScrollContainer minWidth={560} type="native">
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <TableThead>
            <TableTr>
              <TableTh>Made by</TableTh>
              <TableTh>Made</TableTh>
              <TableTh>Works until</TableTh>
              <TableTh aria-label="Actions" />
            </TableTr>
          </TableThead>
          <TableTbody>
            {tokens.map(({ id, origin, createdAt, expiresAt }) => (
              <TableTr key={id}>
                <TableTd>{origins[origin]}</TableTd>
                <TableTd>{showTime(createdAt)}</TableTd>
                <TableTd>{showTime(expiresAt)}</TableTd>
                <TableTd ta="right">
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={busy === id}
                    aria-label={`Revoke the token made ${showTime(createdAt)}`}
                    onClick={() => onRevoke(id)}
                  >
                    Revoke
                  </Button>
                </TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScrollContainer>
    </Panel>
  );
}
