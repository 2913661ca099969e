import { type Command, Option } from "commander";
import { eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { books } from "@/db/schema/prices";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import type { Sport } from "@/server/domain/catalogue/sports";
import { compare } from "@/server/domain/collections";
import { toWireTime } from "@/server/domain/serialize/serialize";
import { serializeUnmatched } from "@/server/ingest/recorder/serialize-report";
import { type ListedUnmatched, listUnmatched } from "@/server/ingest/recorder/unmatched/store-unmatched";
import { loadWithheld } from "@/server/market/board/load-withheld";
import { CommandFailure, parsedBy, printing } from "@/server/ops/command-line";
import { explainReasons, unmatchedTable } from "@/server/ops/describe-unmatched";
import { sportKey } from "@/server/ops/sport-key";
import { withDatabase } from "@/server/ops/with-stores";

type ListOptions = { readonly sport?: Sport; readonly book?: string };

/** @throws CommandFailure if neither the catalogue nor the database has the book. */
const requireBook = async (db: Queryable, key: string): Promise<void> => {
  if (findCatalogueBook(key) !== undefined) return;
  const stored = await db.select({ key: books.key }).from(books).where(eq(books.key, key));
  if (stored.length === 0) throw new CommandFailure(`there is no book ${key}`);
};

const bySportAndStart = (a: ListedUnmatched, b: ListedUnmatched): number =>
  compare(a.sport, b.sport) || a.start - b.start;

const list = ({ sport, book }: ListOptions) =>
  withDatabase(async (db) => {
    if (book !== undefined) await requireBook(db, book);
    const which = { sport: sport?.key ?? null, book: book ?? null };
    const [unmatched, withheld] = await Promise.all([listUnmatched(db, which), loadWithheld(db, which)]);
    const events = [...unmatched, ...withheld].sort(bySportAndStart);
    return {
      unmatched: events.map((event) => ({
        ...serializeUnmatched(event),
        last_seen: toWireTime(event.lastSeen, "iso"),
      })),
    };
  });

/** `unmatched list`. */
export const registerUnmatchedCommands = (program: Command): void => {
  const unmatched = program.command("unmatched").description("show unmatched events");
  printing(
    unmatched
      .command("list")
      .description(
        "list the unmatched events and withheld books of the last seven days, each with its reason",
      )
      .addOption(new Option("--sport <sport>", "only this sport").argParser(parsedBy(sportKey)))
      .option("--book <book>", "only this book"),
    list,
    ({ unmatched: events }) =>
      events.length === 0
        ? "no unmatched events and no withheld books were found in the last seven days"
        : `${unmatchedTable(events)}\n\n${explainReasons(events)}`,
  );
};
