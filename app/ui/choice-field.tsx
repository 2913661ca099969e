import { useId } from "react";
import classes from "@/app/ui/choice-field.module.css";

type ChoiceFieldProps = {
  readonly label: string;
  readonly description?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  /** `switch`: the choice takes effect at once. Default `checkbox`. */
  readonly kind?: "checkbox" | "switch";
};

/** A checkbox or a switch with its label. */
export const ChoiceField = ({
  label,
  description,
  checked,
  disabled,
  onChange,
  kind = "checkbox",
}: ChoiceFieldProps) => {
  const id = useId();
  return (
    <div className={classes.choice}>
      <input
        id={id}
        type="checkbox"
        {...(kind === "switch" && { role: "switch", className: classes.switch })}
        checked={checked}
        disabled={disabled}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {description !== undefined && (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      )}
    </div>
  );
};

type RadioFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly description?: string;
  }[];
  /** Whether a dialog moves the focus to the chosen option when it opens. */
  readonly autoFocus?: boolean;
  readonly onChange: (value: string) => void;
};

/** A choice between a few options that are all visible. */
export const RadioField = ({ label, value, options, autoFocus = false, onChange }: RadioFieldProps) => {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {options.map((option) => {
        const id = `${name}-${option.value}`;
        return (
          <div key={option.value} className={classes.choice}>
            <input
              id={id}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              data-autofocus={(autoFocus && option.value === value) || undefined}
              aria-describedby={option.description === undefined ? undefined : `${id}-description`}
              onChange={() => onChange(option.value)}
            />
            <label htmlFor={id}>{option.label}</label>
            {option.description !== undefined && (
              <p id={`${id}-description`} className={classes.description}>
                {option.description}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
};
