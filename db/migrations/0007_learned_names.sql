ALTER TABLE "checks" ADD COLUMN "named_home" text;--> statement-breakpoint
ALTER TABLE "checks" ADD COLUMN "named_away" text;--> statement-breakpoint
ALTER TABLE "fixtures" ADD COLUMN "look_alike" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fixtures" ADD COLUMN "merged_into" text;--> statement-breakpoint
ALTER TABLE "learned_teams" ADD COLUMN "learned_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "fixtures_merged" ON "fixtures" USING btree ("merged_into") WHERE merged_into is not null;