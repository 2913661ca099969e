import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";

/** Placeholder for a title and some rows. */
export function LoadingLines({ rows = 4 }: { readonly rows?: number }) {
  return (
    <Stack gap="md" role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      <Skeleton height={32} width="min(20rem, 70%)" />
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </Stack>
  );
}
