import { Badge, Button } from "@mantine/core";
import { type KeyView, maskedKey } from "@/app/(account)/account/keys/key-view";
import { formatDate, formatTime } from "@/app/ui/format";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import classes from "@/app/ui/responsive-table.module.css";

type KeyTableProps = {
  readonly keys: readonly KeyView[];
  readonly label: string;
  /** Absent for revoked keys. */
  readonly onRevoke?: (key: KeyView) => void;
};

function DateCell({ at, absent = "" }: { readonly at: string | null; readonly absent?: string }) {
  if (at === null) return <span className={classes.quiet}>{absent}</span>;
  return (
    <time dateTime={at} title={formatTime(at)}>
      {formatDate(at)}
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
    <ResponsiveTable label={label} columns={columns}>
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
            <DateCell at={key.created_at} />
          </td>
          <td data-name="Last used">
            <DateCell at={key.last_used_at} absent="Never" />
          </td>
          {onRevoke === undefined ? (
            <td data-name="Revoked">
              <DateCell at={key.revoked_at} />
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
    </ResponsiveTable>
  );
}
