/** A text of the document: what stands between backticks is code. */
export const RichText = ({ text }: { readonly text: string }) => (
  <>
    {text.split("`").map((part, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      index % 2 === 1 ? <code key={index}>{part}</code> : part,
    )}
  </>
);
