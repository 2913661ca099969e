"use client";

import { Group, NativeSelect } from "@mantine/core";
import Form from "next/form";
import type { CallFilter } from "@/app/(account)/account/requests/filter-calls";

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
    <Form action="/account/requests" scroll={false}>
      <Group gap="md">
        {selects.map(({ name, label, options, value }) => (
          <NativeSelect
            key={`${name} ${value}`}
            name={name}
            label={label}
            data={[...options]}
            defaultValue={value}
            maw={260}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          />
        ))}
      </Group>
    </Form>
  );
}
