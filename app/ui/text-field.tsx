import { type InputHTMLAttributes, useId } from "react";
import classes from "@/app/ui/text-field.module.css";

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "size"> & {
  readonly label: string;
  /** Shown below the field, and announced by screen readers. */
  readonly error?: string | undefined;
  readonly small?: boolean;
};

/** A labelled input for pages that do not load the component library. */
export const TextField = ({ label, error, small = false, ...props }: TextFieldProps) => {
  const id = useId();
  return (
    <div className={small ? `${classes.field} ${classes.small}` : classes.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...props}
        id={id}
        className={classes.input}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
};
