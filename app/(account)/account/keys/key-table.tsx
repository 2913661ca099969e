import { Badge, Button } from "@mantine/core";
import classes from "@/app/(account)/account/keys/key-table.module.css";
import { type KeyView, maskedKey } from "@/app/(account)/account/keys/key-view";
import { showDate, showTime } from "@/app/ui/show-time";

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

/** Keys as a table; on a phone each one is a block of its own. The roles stay those of a table where it is laid out as blocks. */
export function KeyTable({ keys, label, onRevoke }: KeyTableProps) {
  const end = onRevoke === undefined ? "Revoked" : "Actions";
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Label</th>
            <th scope="col">Key</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col" className={onRevoke && classes.end}>
              {end}
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <th scope="row" className={classes.label}>
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
                <td className={classes.end}>
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
        </tbody>
      </table>
    </div>
  );
}
