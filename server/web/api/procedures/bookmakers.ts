import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Book } from "@/server/domain/catalogue/books";
import { type Rendered, renderJson } from "@/server/domain/serialize/rendered";
import { output } from "@/server/web/api/output";
import { freeProcedure } from "@/server/web/api/procedures";
import { bookmaker as bookmakerSchema } from "@/server/web/api/response-schemas";
import { router } from "@/server/web/api/trpc";

type BookDescriptor = z.infer<typeof bookmakerSchema>;

const describeBook = (book: Book): BookDescriptor => ({
  key: book.key,
  title: book.title,
  kind: book.kind,
  update_interval_seconds: book.updateIntervalSeconds,
  last_update_measured: book.lastUpdateMeasured,
});

/** Caches the rendered list. The cache key is the board's array of books, which stays the same object until a book changes. */
const bookLists = new LRUCache<readonly Book[], Rendered>({
  max: 1,
  memoMethod: (books) => renderJson(books.map(describeBook)),
});

export const bookmakersRouter = router({
  list: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/bookmakers",
        operationId: "listBookmakers",
        summary: "List books",
        description: "Every book, on every plan. The call is free.",
        tags: ["Catalogue"],
        successDescription: "Every book.",
      },
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
    .output(output(z.array(bookmakerSchema)))
    .query(({ ctx }) => bookLists.memo(ctx.services.board.books())),
});
