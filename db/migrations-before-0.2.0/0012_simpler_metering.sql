ALTER TABLE "usage_periods" ADD COLUMN "epoch_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "usage_periods" ADD COLUMN "reports" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_periods" ADD COLUMN "pinned_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "usage_periods" DROP COLUMN "seq";--> statement-breakpoint
ALTER TABLE "usage_periods" DROP COLUMN "seq_used";--> statement-breakpoint
ALTER TABLE "usage_periods" DROP COLUMN "counter_closed";--> statement-breakpoint
ALTER TABLE "usage_periods" DROP COLUMN "prior_seq";--> statement-breakpoint
ALTER TABLE "usage_periods" DROP COLUMN "taken_at";--> statement-breakpoint
ALTER TABLE "usage_periods" DROP COLUMN "held_until";