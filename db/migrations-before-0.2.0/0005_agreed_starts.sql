CREATE TABLE "withheld_periods" (
	"fixture_id" text NOT NULL,
	"book_key" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "withheld_periods_fixture_id_book_key_since_pk" PRIMARY KEY("fixture_id","book_key","since")
);
--> statement-breakpoint
ALTER TABLE "checks" ADD COLUMN "starts" jsonb NOT NULL DEFAULT '[]';--> statement-breakpoint
ALTER TABLE "checks" ALTER COLUMN "starts" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "checks" ADD COLUMN "listed_as" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "checks" ALTER COLUMN "listed_as" DROP DEFAULT;--> statement-breakpoint
-- What each book stated is not known any more: until its next snapshot it is taken to have stated the start that counted.
UPDATE "checks" c SET "starts" = jsonb_build_array(jsonb_build_array(
	(extract(epoch from f."commence_time") * 1000)::bigint, (extract(epoch from c."recorded_at") * 1000)::bigint,
	(extract(epoch from c."recorded_at") * 1000)::bigint, 0))
FROM "fixtures" f WHERE f."id" = c."fixture_id";--> statement-breakpoint
ALTER TABLE "fixtures" ADD COLUMN "replaced_by" text;--> statement-breakpoint
CREATE INDEX "withheld_periods_changed" ON "withheld_periods" USING btree ("changed_xid");--> statement-breakpoint
ALTER TABLE "fixtures" DROP COLUMN "commence_recorded_at";--> statement-breakpoint
ALTER TABLE "looks" DROP COLUMN "overtaken";