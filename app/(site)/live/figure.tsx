/**
 * A figure that can change. The `key` makes React create a new element for each new text. If the text of an existing element became longer,
 * browsers would count a layout shift.
 */
export const Figure = ({ text }: { readonly text: string }) => <span key={text}>{text}</span>;
