import { CopyButton } from "@/app/ui/copy-button";
import classes from "@/app/ui/secret-field.module.css";

type SecretFieldProps = {
  readonly label: string;
  readonly secret: string;
  /** The kind of secret. With `API key`, the copy button's accessible name is `Copy API key`. */
  readonly noun: string;
};

/** A secret that is shown once, with a copy button. */
export function SecretField({ label, secret, noun }: SecretFieldProps) {
  return (
    <div>
      <div className={classes.label}>{label}</div>
      <div className={classes.field}>
        <code className={classes.secret} data-testid="secret">
          {secret}
        </code>
        <CopyButton value={secret} noun={noun} />
      </div>
      <p className={classes.hint} role="status">
        Copy it now. We don't store it and can't show it again.
      </p>
    </div>
  );
}
