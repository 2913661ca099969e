import { type SelectHTMLAttributes, useId } from "react";
import classes from "@/app/ui/text-field.module.css";

export type SelectOption = { readonly value: string; readonly label: string; readonly disabled?: boolean };

type SelectGroup = { readonly group: string; readonly options: readonly SelectOption[] };

type SelectFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange" | "size"> & {
  readonly label: string;
  readonly options: readonly (SelectOption | SelectGroup)[];
  readonly small?: boolean;
  readonly onChange: (value: string, select: HTMLSelectElement) => void;
};

const Option = ({ value, label, disabled }: SelectOption) => (
  <option value={value} disabled={disabled}>
    {label}
  </option>
);

/** A drop-down list with a label. Options can be grouped. */
export const SelectField = ({ label, options, small = false, onChange, ...props }: SelectFieldProps) => {
  const id = useId();
  return (
    <div className={small ? `${classes.field} ${classes.small}` : classes.field}>
      <label htmlFor={id}>{label}</label>
      <select
        {...props}
        id={id}
        className={`${classes.input} ${classes.arrow}`}
        onChange={({ currentTarget }) => onChange(currentTarget.value, currentTarget)}
      >
        {options.map((item) =>
          "group" in item ? (
            <optgroup key={item.group} label={item.group}>
              {item.options.map((option) => (
                <Option key={option.value} {...option} />
              ))}
            </optgroup>
          ) : (
            <Option key={item.value} {...item} />
          ),
        )}
      </select>
    </div>
  );
};
