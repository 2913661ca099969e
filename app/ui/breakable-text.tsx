import { Fragment } from "react";

/** Lets a long path, list or URL wrap after a slash or a comma, and before a parameter. */
export const BreakableText = ({ children }: { readonly children: string }) =>
  children.split(/(?<=[/,])|(?=[?&])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
