import { Text } from "@mantine/core";
import { CopyButton } from "@/app/ui/copy-button";
import classes from "@/app/ui/secret-field.module.css";

type SecretFieldProps = {
  readonly label: string;
  readonly secret: string;
  /** What it is, for the copy button. */
  readonly what: string;
};

/** A secret that is shown once. */
export function SecretField({ label, secret, what }: SecretFieldProps) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <div className={classes.field}>
        <code className={classes.secret} data-testid="secret">
          {secret}
        </code>
        <CopyButton value={secret} what={what} />
      </div>
      <Text size="sm" c="dimmed" mt={6} role="status">
        Copy it now: it is not stored, and cannot be shown again.
      </Text>
    </div>
  );
}
