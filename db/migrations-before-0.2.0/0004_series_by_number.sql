-- An instance that still runs on the schema before this may be making series: none may come after the copy. In a recorder's own order,
-- else each could wait for the other.
LOCK TABLE "looks", "archive_series" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- A copy rather than an altered table: it takes no room for the dropped column, and a fixture's series lie together.
CREATE TABLE "archive_series_by_number" (
	"id" integer DEFAULT nextval('archive_series_id_seq') NOT NULL,
	"fixture_number" integer NOT NULL,
	"book_key" text NOT NULL,
	"market_key" text NOT NULL
);
--> statement-breakpoint
INSERT INTO "archive_series_by_number" ("id", "fixture_number", "book_key", "market_key")
SELECT s."id", f."number", s."book_key", s."market_key"
FROM "archive_series" s JOIN "fixtures" f ON f."id" = s."fixture_id"
ORDER BY 2, 3, 4;--> statement-breakpoint
ALTER SEQUENCE "archive_series_id_seq" OWNED BY "archive_series_by_number"."id";--> statement-breakpoint
DROP TABLE "archive_series";--> statement-breakpoint
ALTER TABLE "archive_series_by_number" RENAME TO "archive_series";--> statement-breakpoint
ALTER TABLE "archive_series" ADD CONSTRAINT "archive_series_fixture_number_book_key_market_key_pk" PRIMARY KEY("fixture_number","book_key","market_key");--> statement-breakpoint
ANALYZE "archive_series";--> statement-breakpoint
ALTER TABLE "looks" ADD COLUMN "overtaken" jsonb;
