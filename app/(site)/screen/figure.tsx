/** A figure that can change. React then replaces its element. If the old element got more digits, browsers would count a layout shift. */
export const Figure = ({ text }: { readonly text: string }) => <span key={text}>{text}</span>;
