CREATE TABLE "look_sets" (
	"id" serial PRIMARY KEY NOT NULL,
	"stream_id" integer NOT NULL,
	"hash" uuid NOT NULL,
	"complete" boolean NOT NULL,
	"scope" text[],
	"fixtures" integer[] NOT NULL,
	"unread" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "look_streams" (
	"id" serial PRIMARY KEY NOT NULL,
	"book_key" text NOT NULL,
	"sport_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "looks" (
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"stream_id" integer NOT NULL,
	"set_id" integer NOT NULL,
	"digest" integer NOT NULL,
	"polled" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fixtures" ADD COLUMN "number" serial NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "look_sets_hash" ON "look_sets" USING btree ("stream_id","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "look_streams_book" ON "look_streams" USING btree ("book_key","sport_key");--> statement-breakpoint
CREATE INDEX "looks_stream" ON "looks" USING btree ("stream_id","recorded_at");--> statement-breakpoint
INSERT INTO "look_streams" ("book_key", "sport_key") SELECT DISTINCT "book_key", "sport_key" FROM "observations";--> statement-breakpoint
INSERT INTO "look_sets" ("stream_id", "hash", "complete", "scope", "fixtures", "unread")
SELECT DISTINCT ON (s."id", o."hash") s."id", o."hash", o."complete", o."scope",
	CASE WHEN o."complete" THEN '{}' ELSE array(SELECT f."number" FROM "fixtures" f WHERE f."id" = ANY (o."fixture_ids") ORDER BY 1) END, '{}'
FROM (SELECT *, md5(row("complete", "scope", CASE WHEN NOT "complete" THEN "fixture_ids" END)::text)::uuid AS "hash" FROM "observations") o
JOIN "look_streams" s USING ("book_key", "sport_key");--> statement-breakpoint
INSERT INTO "looks" ("recorded_at", "stream_id", "set_id", "digest", "polled")
SELECT o."recorded_at", s."id", l."id", hashtext(o."digest"), false
FROM (SELECT *, md5(row("complete", "scope", CASE WHEN NOT "complete" THEN "fixture_ids" END)::text)::uuid AS "hash" FROM "observations") o
JOIN "look_streams" s USING ("book_key", "sport_key")
JOIN "look_sets" l ON l."stream_id" = s."id" AND l."hash" = o."hash"
ORDER BY o."id";--> statement-breakpoint
DROP TABLE "observations" CASCADE;
