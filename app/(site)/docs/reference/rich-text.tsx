/** A text of the OpenAPI document. Renders parts in backticks as code. */
export const RichText = ({ text }: { readonly text: string }) => (
  <>
    {text.split("`").map((part, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
      index % 2 === 1 ? <code key={index}>{part}</code> : part,
    )}
  </>
);
