import { z } from "zod";
import { freeProcedure } from "@/server/api/procedures";
import { rememberLast } from "@/server/api/remember-last";
import { router } from "@/server/api/trpc";
import { bookmaker as bookmakerSchema } from "@/server/api/wire-schemas";
import type { Book } from "@/server/catalogue/books";

type BookDescriptor = z.infer<typeof bookmakerSchema>;

const describeBook = (book: Book): BookDescriptor => ({
  key: book.key,
  title: book.title,
  kind: book.kind,
  update_interval_seconds: book.updateIntervalSeconds,
  last_update_measured: book.lastUpdateMeasured,
});

const describeBooks = rememberLast((books: readonly Book[]): BookDescriptor[] => books.map(describeBook));

export const bookmakersRouter = router({
  list: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/bookmakers",
        operationId: "listBookmakers",
        summary: "List books",
        description: "Every book, each of them on every plan. Free.",
        tags: ["Catalogue"],
        successDescription: "Every book.",
      },
      answer: z.array(bookmakerSchema),
      example: [
        {
          key: "northline",
          title: "Northline",
          kind: "sportsbook",
          update_interval_seconds: 60,
          last_update_measured: true,
        },
      ],
    })
    .query(({ ctx }): BookDescriptor[] => describeBooks(ctx.services.board.books())),
});
