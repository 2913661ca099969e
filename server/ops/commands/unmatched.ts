import { type Command, Option } from "commander";
import { eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { books } from "@/db/schema";
import { loadWithheld } from "@/server/board/load-withheld";
import { wireTime } from "@/server/board/wire";
import { findCatalogueBook } from "@/server/catalogue/books";
import type { Sport } from "@/server/catalogue/sports";
import { CommandFailure, parsedBy, printing } from "@/server/ops/command-line";
import { describeUnmatched, explainReasons, unmatchedTable } from "@/server/ops/describe-unmatched";
import { sportKey } from "@/server/ops/sport-key";
import { withDatabase } from "@/server/ops/with-stores";
import { type ListedUnmatched, listUnmatched } from "@/server/recorder/store-unmatched";

type ListOptions = { readonly sport?: Sport; readonly book?: string };

/** @throws CommandFailure when neither the catalogue nor a feed has named the book. */
const requireBook = async (db: Queryable, key: string): Promise<void> => {
  if (findCatalogueBook(key) !== undefined) return;
  const known = await db.select({ key: books.key }).from(books).where(eq(books.key, key));
  if (known.length === 0) throw new CommandFailure(`there is no book ${key}`);
};

const bySportAndStart = (a: ListedUnmatched, b: ListedUnmatched): number =>
  (a.sport < b.sport ? -1 : a.sport > b.sport ? 1 : 0) || a.start - b.start;

const list = ({ sport, book }: ListOptions) =>
  withDatabase(async (db) => {
    if (book !== undefined) await requireBook(db, book);
    const which = { sport: sport?.key ?? null, book: book ?? null };
    const [unjoined, withheld] = await Promise.all([listUnmatched(db, which), loadWithheld(db, which)]);
    const events = [...unjoined, ...withheld].sort(bySportAndStart);
    return {
      unmatched: events.map((event) => ({
        ...describeUnmatched(event),
        last_seen: wireTime(event.lastSeen, "iso"),
      })),
    };
  });

/** `unmatched list`. */
export const registerUnmatchedCommands = (program: Command): void => {
  const unmatched = program.command("unmatched").description("show what could not be joined");
  printing(
    unmatched
      .command("list")
      .description(
        "list the events of the last seven days that are not joined, or not served, with the reason",
      )
      .addOption(new Option("--sport <sport>", "of this sport alone").argParser(parsedBy(sportKey)))
      .option("--book <book>", "of this book alone"),
    list,
    ({ unmatched: events }) =>
      events.length === 0
        ? "every event of the last seven days is joined"
        : `${unmatchedTable(events)}\n\n${explainReasons(events)}`,
  );
};
