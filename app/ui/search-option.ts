/** An option of a list with a search field. */
export type SearchOption = { readonly value: string; readonly label: string; readonly group?: string };
