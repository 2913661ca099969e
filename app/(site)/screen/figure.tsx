/** A figure that can change. Another figure is a new element: an old one with more digits would move, as browsers measure layout shifts. */
export const Figure = ({ text }: { readonly text: string }) => <span key={text}>{text}</span>;
