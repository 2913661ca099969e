import { Badge, Button } from "@mantine/core";
import { type KeyView, maskedKey } from "@/app/(account)/account/keys/key-view";
import { showDate, showTime } from "@/app/ui/show-time";
import { StackTable } from "@/app/ui/stack-table";
import classes from "@/app/ui/stack-table.module.css";

type KeyTableProps = {
  readonly keys: readonly KeyView[];
  readonly label: string;
  /** Absent where the keys are revoked already. */
  readonly onRevoke?: (key: KeyView) => void;
};

function Moment({ at, none }: { readonly at: string | null; readonly none: string }) {
  if (at === null) return <span className={classes.quiet}>{none}</span>;
  return (
    <time dateTime={at} title={showTime(at)}>
      {showDate(at)}
    </time>
  );
}

export function KeyTable({ keys, label, onRevoke }: KeyTableProps) {
  const columns = [
    { name: "Label" },
    { name: "Key", width: "wide" },
    { name: "Created", width: "middle" },
    { name: "Last used", width: "middle" },
    onRevoke === undefined
      ? ({ name: "Revoked", width: "middle" } as const)
      : ({ name: "Actions", width: "middle", end: true } as const),
  ] as const;
  return (
    <StackTable label={label} columns={columns}>
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row">
            <bdi>{key.label}</bdi>{" "}
            {key.test && (
              <Badge size="sm" variant="outline" color="gray" className={classes.badge}>
                Test
              </Badge>
            )}
          </th>
          <td className={classes.key}>{maskedKey(key)}</td>
          <td data-name="Created">
            <Moment at={key.created_at} none="" />
          </td>
          <td data-name="Last used">
            <Moment at={key.last_used_at} none="Never" />
          </td>
          {onRevoke === undefined ? (
            <td data-name="Revoked">
              <Moment at={key.revoked_at} none="" />
            </td>
          ) : (
            <td className={`${classes.end} ${classes.action}`}>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Revoke ${key.label}`}
                onClick={() => onRevoke(key)}
              >
                Revoke
              </Button>
            </td>
          )}
        </tr>
      ))}
    </StackTable>
  );
}
