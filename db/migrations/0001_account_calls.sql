CREATE TABLE "account_calls" (
	"account_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"request_id" uuid NOT NULL,
	"method" text NOT NULL,
	"endpoint" text NOT NULL,
	"status" smallint NOT NULL,
	"code" text,
	"cost" smallint NOT NULL,
	"duration_ms" real NOT NULL,
	"key_id" uuid,
	"skipped" integer NOT NULL,
	CONSTRAINT "account_calls_account_id_at_request_id_pk" PRIMARY KEY("account_id","at","request_id")
);
--> statement-breakpoint
CREATE INDEX "account_calls_at" ON "account_calls" USING btree ("at");