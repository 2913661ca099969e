"use client";

import Form from "next/form";
import type { CallFilter } from "@/app/(account)/account/requests/filter-calls";
import { SelectField } from "@/app/ui/select-field";
import { Row } from "@/app/ui/stack";

export type FilterOption = { readonly value: string; readonly label: string };

type CallFiltersProps = {
  readonly filter: CallFilter;
  readonly codes: readonly FilterOption[];
  readonly keys: readonly FilterOption[];
};

/** Filters by result and key. A choice takes effect at once. */
export function CallFilters({ filter, codes, keys }: CallFiltersProps) {
  const selects = [
    { name: "code", label: "Result", options: codes, value: filter.code },
    { name: "key", label: "API key", options: keys, value: filter.key },
  ];
  return (
    <Form action="/account/requests" scroll={false} prefetch={false}>
      <Row gap={16}>
        {selects.map(({ name, label, options, value }) => (
          <SelectField
            key={`${name} ${value}`}
            name={name}
            label={label}
            options={options}
            defaultValue={value}
            onChange={(_, select) => select.form?.requestSubmit()}
          />
        ))}
      </Row>
    </Form>
  );
}
