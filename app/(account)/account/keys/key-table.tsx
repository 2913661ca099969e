import type { KeyTask } from "@/app/(account)/account/keys/key-dialogs";
import { endOf, formatWait } from "@/app/(account)/account/keys/key-state";
import classes from "@/app/(account)/account/keys/key-table.module.css";
import { type KeyView, maskedKey } from "@/app/(account)/account/keys/key-view";
import { LocalTime, useLocalTime } from "@/app/(account)/account/local-time";
import { Badge } from "@/app/ui/badge";
import { Button } from "@/app/ui/button";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import table from "@/app/ui/responsive-table.module.css";

type KeyTableProps = {
  readonly keys: readonly KeyView[];
  readonly label: string;
  /** Absent in the table of keys that no longer work. */
  readonly onTask?: (task: KeyTask) => void;
};

const Time = ({ at, absent = "" }: { readonly at: string | null; readonly absent?: string }) =>
  at === null ? <span className={table.quiet}>{absent}</span> : <LocalTime at={at} />;

const PlannedEnd = ({ at }: { readonly at: string }) => {
  const localTime = useLocalTime();
  return (
    <Badge look="strong" title={localTime(at)}>
      Ends {formatWait(Date.parse(at) - Date.now())}
    </Badge>
  );
};

const actions = [
  { kind: "rename", name: "Rename" },
  { kind: "rotate", name: "Rotate" },
  { kind: "revoke", name: "Revoke" },
] as const;

export function KeyTable({ keys, label, onTask }: KeyTableProps) {
  const columns = [
    { name: "Label" },
    { name: "Key", width: "wide" },
    { name: "Created", width: "middle" },
    { name: "Last used", width: "middle" },
    onTask === undefined
      ? ({ name: "Ended", width: "middle" } as const)
      : ({ name: "Actions", width: "widest", end: true } as const),
  ] as const;
  return (
    <ResponsiveTable label={label} columns={columns}>
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row">
            <bdi>{key.label}</bdi> {key.test && <Badge>Test</Badge>}{" "}
            {onTask !== undefined && key.expires_at !== null && <PlannedEnd at={key.expires_at} />}
          </th>
          <td className={table.key}>{maskedKey(key)}</td>
          <td data-name="Created">
            <Time at={key.created_at} />
          </td>
          <td data-name="Last used">
            <Time at={key.last_used_at} absent="Never" />
          </td>
          {onTask === undefined ? (
            <td data-name="Ended">
              <Time at={endOf(key)} />
            </td>
          ) : (
            <td className={`${table.end} ${table.action}`}>
              <div className={classes.actions}>
                {actions
                  .filter(({ kind }) => kind !== "rotate" || key.expires_at === null)
                  .map(({ kind, name }) => (
                    <Button
                      key={kind}
                      size="compact"
                      variant="default"
                      aria-label={`${name} ${key.label}`}
                      onClick={() => onTask({ kind, key })}
                    >
                      {name}
                    </Button>
                  ))}
              </div>
            </td>
          )}
        </tr>
      ))}
    </ResponsiveTable>
  );
}
