ALTER TABLE "account_calls" ADD COLUMN "target" text;--> statement-breakpoint
ALTER TABLE "account_calls" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "account_calls" ADD COLUMN "required_plan" text;