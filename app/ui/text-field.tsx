import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import classes from "@/app/ui/text-field.module.css";

type FieldProps = {
  readonly label: string;
  /** Shown between the label and the field. */
  readonly description?: string;
  /** Shown below the field, and announced by screen readers. */
  readonly error?: ReactNode;
  readonly small?: boolean;
  /** A dialog moves the focus to this field when it opens. */
  readonly "data-autofocus"?: boolean;
};

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "size"> & FieldProps;
type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & Omit<FieldProps, "small">;

const describedBy = (id: string, { description, error }: FieldProps): string | undefined =>
  [description !== undefined && `${id}-description`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ") || undefined;

const Frame = ({
  id,
  field: { label, description, error, small = false },
  children,
}: {
  readonly id: string;
  readonly field: FieldProps;
  readonly children: ReactNode;
}) => (
  <div className={small ? `${classes.field} ${classes.small}` : classes.field}>
    <label htmlFor={id}>{label}</label>
    {description !== undefined && (
      <p id={`${id}-description`} className={classes.description}>
        {description}
      </p>
    )}
    {children}
    {error !== undefined && (
      <p id={`${id}-error`} role="alert" className={classes.error}>
        {error}
      </p>
    )}
  </div>
);

/** A labelled input. */
export const TextField = ({ label, description, error, small, ...props }: TextFieldProps) => {
  const id = useId();
  const field: FieldProps = { label, error, ...(description && { description }), ...(small && { small }) };
  return (
    <Frame id={id} field={field}>
      <input
        {...props}
        id={id}
        className={classes.input}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, field)}
      />
    </Frame>
  );
};

/** A labelled text of several lines. Where browsers can, it grows with its text. */
export const TextArea = ({ label, description, error, ...props }: TextAreaProps) => {
  const id = useId();
  const field: FieldProps = { label, error, ...(description && { description }) };
  return (
    <Frame id={id} field={field}>
      <textarea
        {...props}
        id={id}
        className={classes.input}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, field)}
      />
    </Frame>
  );
};
