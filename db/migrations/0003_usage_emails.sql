CREATE TABLE "usage_emails" (
	"account_id" uuid NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"percent" smallint NOT NULL,
	"allowance" integer NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "usage_emails_account_id_period_start_percent_allowance_pk" PRIMARY KEY("account_id","period_start","percent","allowance")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "usage_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_emails" ADD CONSTRAINT "usage_emails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "usage_emails_pending" ON "usage_emails" USING btree ("claimed_at") WHERE sent_at is null;