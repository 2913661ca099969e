"use client";

import { useCombobox } from "downshift";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import type { SearchOption } from "@/app/ui/search-option";
import classes from "@/app/ui/search-select.module.css";
import hidden from "@/app/ui/visually-hidden.module.css";

type SearchListProps = {
  readonly label: string;
  readonly options: readonly SearchOption[];
  readonly value: string | undefined;
  readonly onChoose: (value: string) => void;
  /** Called when the reader presses Escape or leaves the field. */
  readonly onClose: () => void;
};

const matches = ({ label, group = "" }: SearchOption, typed: string): boolean => {
  const text = `${label} ${group}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** A field, and the options that contain its words. The field has the focus. */
export function SearchList({ label, options, value, onChoose, onClose }: SearchListProps) {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const items = options.filter((option) => matches(option, typed));
  const { getInputProps, getMenuProps, getItemProps, highlightedIndex } = useCombobox({
    items,
    isOpen: true,
    inputValue: typed,
    selectedItem: null,
    defaultHighlightedIndex: 0,
    initialHighlightedIndex: Math.max(
      0,
      items.findIndex((option) => option.value === value),
    ),
    itemToString: (option) => option?.label ?? "",
    // Leaving the field chooses nothing.
    stateReducer: ({ selectedItem }, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem } : changes,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) onChoose(selectedItem.value);
    },
    onIsOpenChange: ({ type }) => {
      const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes;
      if (type === InputBlur || type === InputKeyDownEscape) onClose();
    },
  });
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <>
      <input
        {...getInputProps({
          ref: field,
          "aria-label": `Search ${label.toLowerCase()}`,
          // Downshift calls onInputValueChange only after the next paint, so letters that are typed faster would be lost.
          onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => setTyped(currentTarget.value),
        })}
        className={classes.input}
        placeholder="Search"
        spellCheck={false}
      />
      <div {...getMenuProps({ "aria-label": label })} className={classes.list}>
        {groups.map((group) => (
          <div key={group ?? ""} {...(group !== undefined && { role: "group", "aria-label": group })}>
            {group !== undefined && (
              <div className={classes.group} aria-hidden="true">
                {group}
              </div>
            )}
            {items.map((option, index) =>
              option.group === group ? (
                <div
                  key={option.value}
                  {...getItemProps({ item: option, index, "aria-selected": option.value === value })}
                  className={classes.option}
                  data-active={index === highlightedIndex}
                  data-chosen={option.value === value}
                >
                  {option.label}
                </div>
              ) : null,
            )}
          </div>
        ))}
      </div>
      <p className={items.length === 0 ? classes.none : hidden.hidden} role="status">
        {items.length === 0 ? "No matches" : ""}
      </p>
    </>
  );
}
