CREATE TABLE "book_sources" (
	"book_key" text NOT NULL,
	"sport_key" text NOT NULL,
	"kind" text NOT NULL,
	"feed" text NOT NULL,
	"last_sent_at" timestamp (3) with time zone NOT NULL,
	"silent_at" timestamp (3) with time zone NOT NULL,
	"last_recorded_at" timestamp (3) with time zone,
	CONSTRAINT "book_sources_book_key_sport_key_kind_pk" PRIMARY KEY("book_key","sport_key","kind")
);
--> statement-breakpoint
CREATE TABLE "feed_credits" (
	"feed" text NOT NULL,
	"month" text NOT NULL,
	"spent" integer NOT NULL,
	"reserved" integer NOT NULL,
	"unconfirmed" integer NOT NULL,
	"vendor_used" integer,
	"vendor_remaining" integer,
	CONSTRAINT "feed_credits_feed_month_pk" PRIMARY KEY("feed","month")
);
--> statement-breakpoint
CREATE TABLE "feed_status" (
	"feed" text NOT NULL,
	"shard" text NOT NULL,
	"instance" text NOT NULL,
	"last_poll_at" timestamp (3) with time zone NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"late_at" timestamp (3) with time zone NOT NULL,
	"error" text,
	"failures" integer NOT NULL,
	"day" date NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"credits" bigint DEFAULT 0 NOT NULL,
	"snapshots" bigint DEFAULT 0 NOT NULL,
	"events_seen" bigint DEFAULT 0 NOT NULL,
	"events_matched" bigint DEFAULT 0 NOT NULL,
	"prices_seen" bigint DEFAULT 0 NOT NULL,
	"prices_changed" bigint DEFAULT 0 NOT NULL,
	"rejected" jsonb NOT NULL,
	CONSTRAINT "feed_status_feed_shard_pk" PRIMARY KEY("feed","shard")
);
