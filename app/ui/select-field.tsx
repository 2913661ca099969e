import { useId } from "react";
import classes from "@/app/ui/text-field.module.css";

type SelectFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
};

/** A small drop-down list with a label. */
export const SelectField = ({ label, value, options, onChange }: SelectFieldProps) => {
  const id = useId();
  return (
    <div className={`${classes.field} ${classes.small}`}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={classes.input}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
};
