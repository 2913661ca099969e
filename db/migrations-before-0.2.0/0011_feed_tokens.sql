CREATE TABLE "feed_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"books" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"window_second" bigint DEFAULT 0 NOT NULL,
	"window_calls" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "feed_tokens_hash_unique" UNIQUE("hash")
);
