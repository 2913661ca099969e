ALTER TABLE "checks" ADD COLUMN "book_event_id" text;--> statement-breakpoint
ALTER TABLE "checks" ADD COLUMN "link" text;