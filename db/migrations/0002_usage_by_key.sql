CREATE TABLE "usage_key_days" (
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"key_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"kind" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "usage_key_days_account_id_day_key_id_endpoint_kind_pk" PRIMARY KEY("account_id","day","key_id","endpoint","kind")
);
--> statement-breakpoint
ALTER TABLE "usage_key_days" ADD CONSTRAINT "usage_key_days_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;