import { Text } from "@mantine/core";
import { CopyButton } from "@/app/ui/copy-button";
import classes from "@/app/ui/secret-field.module.css";

type SecretFieldProps = {
  readonly label: string;
  readonly secret: string;
  /** Noun for the copy button. */
  readonly noun: string;
};

/** A secret that is shown once, with a copy button. */
export function SecretField({ label, secret, noun }: SecretFieldProps) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <div className={classes.field}>
        <code className={classes.secret} data-testid="secret">
          {secret}
        </code>
        <CopyButton value={secret} noun={noun} />
      </div>
      <Text size="sm" c="dimmed" mt={6} role="status">
        Copy it now. We don't store it and can't show it again.
      </Text>
    </div>
  );
}
