import { Fragment } from "react";
import { BookName, bookText } from "@/app/(site)/live/book-name";
import type { BookLabels } from "@/server/market/screen/views";

const maxNamed = 2;

/** The names of the first two books, and how many more there are. The tooltip has all names. */
export const BookNames = ({
  books,
  keys,
  className,
}: {
  readonly books: BookLabels;
  readonly keys: readonly string[];
  readonly className?: string | undefined;
}) => {
  const more = keys.length - maxNamed;
  return (
    <span className={className} title={keys.map((key) => bookText(books, key)).join(", ")}>
      {/* With this key, React replaces all names at once. Without the key, a change of the first name would move the second name, and
          browsers would count a layout shift. */}
      <span key={keys.join(" ")}>
        {keys.slice(0, maxNamed).map((key, index) => (
          <Fragment key={key}>
            {index > 0 && ", "}
            <BookName books={books} book={key} />
          </Fragment>
        ))}
        {more > 0 && ` +${more}`}
      </span>
    </span>
  );
};
