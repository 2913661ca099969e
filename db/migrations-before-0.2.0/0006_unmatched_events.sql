CREATE TABLE "team_aliases" (
	"sport_key" text NOT NULL,
	"normalized_name" text NOT NULL,
	"name" text NOT NULL,
	"team" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_aliases_sport_key_normalized_name_pk" PRIMARY KEY("sport_key","normalized_name")
);
--> statement-breakpoint
CREATE TABLE "unmatched_events" (
	"book_key" text NOT NULL,
	"sport_key" text NOT NULL,
	"event_key" uuid NOT NULL,
	"ref" text,
	"home" text NOT NULL,
	"away" text NOT NULL,
	"commence_time" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"fixtures" jsonb NOT NULL,
	"prices" integer NOT NULL,
	"first_seen" timestamp (3) with time zone NOT NULL,
	"last_seen" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unmatched_events_book_key_sport_key_event_key_pk" PRIMARY KEY("book_key","sport_key","event_key")
);
