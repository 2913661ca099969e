import type { ReadView, ViewInput, ViewName } from "@/app/(site)/live/read-view";

/** A view as the server rendered it into the page. */
export type FirstView<Name extends ViewName> = { readonly key: string; readonly read: ReadView<Name> };

/** A key that identifies a view and its input. */
export const viewKey = <Name extends ViewName>(name: Name, input: ViewInput<Name>): string =>
  JSON.stringify([name, input]);
