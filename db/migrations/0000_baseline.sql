CREATE TABLE "access_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"session_token" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "access_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"plan" text NOT NULL,
	"allowance" integer,
	"speed_limit" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"email_verified" timestamp (3) with time zone,
	CONSTRAINT "accounts_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"label" text NOT NULL,
	"test" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "audit_lines" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" uuid,
	"action" text NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_accounts" (
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"provider" text NOT NULL,
	"provider_account_id" text NOT NULL,
	CONSTRAINT "provider_accounts_provider_provider_account_id_pk" PRIMARY KEY("provider","provider_account_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"session_token" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_uses" (
	"bound" text NOT NULL,
	"subject" text NOT NULL,
	"reservation_id" uuid NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_uses_bound_subject_reservation_id_pk" PRIMARY KEY("bound","subject","reservation_id")
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"endpoint" text NOT NULL,
	"kind" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "usage_days_account_id_day_endpoint_kind_pk" PRIMARY KEY("account_id","day","endpoint","kind")
);
--> statement-breakpoint
CREATE TABLE "usage_periods" (
	"account_id" uuid NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"used" integer NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL,
	"epoch_at" timestamp (3) with time zone,
	"reports" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pinned_until" timestamp (3) with time zone,
	"window_second" bigint DEFAULT 0 NOT NULL,
	"window_calls" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_periods_account_id_period_start_pk" PRIMARY KEY("account_id","period_start")
);
--> statement-breakpoint
CREATE TABLE "verification_tokens" (
	"identifier" text NOT NULL,
	"token" text NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "verification_tokens_identifier_token_pk" PRIMARY KEY("identifier","token")
);
--> statement-breakpoint
CREATE TABLE "archive_books" (
	"sport_key" text NOT NULL,
	"book_key" text NOT NULL,
	CONSTRAINT "archive_books_sport_key_book_key_pk" PRIMARY KEY("sport_key","book_key")
);
--> statement-breakpoint
CREATE TABLE "archive_points" (
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"series_id" integer NOT NULL,
	"outcomes" text NOT NULL,
	CONSTRAINT "archive_points_series_id_recorded_at_pk" PRIMARY KEY("series_id","recorded_at")
);
--> statement-breakpoint
CREATE TABLE "archive_series" (
	"id" serial NOT NULL,
	"fixture_number" integer NOT NULL,
	"book_key" text NOT NULL,
	"market_key" text NOT NULL,
	CONSTRAINT "archive_series_fixture_number_book_key_market_key_pk" PRIMARY KEY("fixture_number","book_key","market_key")
);
--> statement-breakpoint
CREATE TABLE "fixture_players" (
	"fixture_id" text NOT NULL,
	"book_key" text NOT NULL,
	"name" text NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "fixture_players_fixture_id_book_key_name_pk" PRIMARY KEY("fixture_id","book_key","name")
);
--> statement-breakpoint
CREATE TABLE "observation_scopes" (
	"id" serial PRIMARY KEY NOT NULL,
	"source_id" integer NOT NULL,
	"hash" uuid NOT NULL,
	"complete" boolean NOT NULL,
	"scope" text[],
	"fixtures" integer[] NOT NULL,
	"unread" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"source_id" integer NOT NULL,
	"scope_id" integer NOT NULL,
	"digest" integer NOT NULL,
	"polled" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "set_aside_points" (
	"set_aside_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"series_id" integer NOT NULL,
	"outcomes" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" serial PRIMARY KEY NOT NULL,
	"book_key" text NOT NULL,
	"sport_key" text NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "books" (
	"key" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"update_interval_seconds" integer,
	"last_update_measured" boolean NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checks" (
	"fixture_id" text NOT NULL,
	"book_key" text NOT NULL,
	"sport_key" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"fetched_at" timestamp (3) with time zone,
	"market_times" jsonb NOT NULL,
	"starts" jsonb NOT NULL,
	"listed_as" text NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "checks_fixture_id_book_key_pk" PRIMARY KEY("fixture_id","book_key")
);
--> statement-breakpoint
CREATE TABLE "current_markets" (
	"fixture_id" text NOT NULL,
	"book_key" text NOT NULL,
	"market_key" text NOT NULL,
	"sport_key" text NOT NULL,
	"outcomes" text NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "current_markets_fixture_id_book_key_market_key_pk" PRIMARY KEY("fixture_id","book_key","market_key")
);
--> statement-breakpoint
CREATE TABLE "event_refs" (
	"book_key" text NOT NULL,
	"sport_key" text NOT NULL,
	"ref" text NOT NULL,
	"fixture_id" text NOT NULL,
	CONSTRAINT "event_refs_book_key_sport_key_ref_pk" PRIMARY KEY("book_key","sport_key","ref")
);
--> statement-breakpoint
CREATE TABLE "fixtures" (
	"id" text PRIMARY KEY NOT NULL,
	"number" serial NOT NULL,
	"sport_key" text NOT NULL,
	"home_team" text NOT NULL,
	"away_team" text NOT NULL,
	"commence_time" timestamp (3) with time zone NOT NULL,
	"listed" boolean NOT NULL,
	"replaced_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "last_writes" (
	"sport_key" text PRIMARY KEY NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "learned_teams" (
	"sport_key" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "learned_teams_sport_key_name_pk" PRIMARY KEY("sport_key","name")
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "unmatched_notes" (
	"fixture_id" text NOT NULL,
	"book_key" text NOT NULL,
	"sport_key" text NOT NULL,
	"first_recorded_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "unmatched_notes_fixture_id_book_key_pk" PRIMARY KEY("fixture_id","book_key")
);
--> statement-breakpoint
CREATE TABLE "withheld_periods" (
	"fixture_id" text NOT NULL,
	"book_key" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "withheld_periods_fixture_id_book_key_since_pk" PRIMARY KEY("fixture_id","book_key","since")
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_session_token_sessions_session_token_fk" FOREIGN KEY ("session_token") REFERENCES "public"."sessions"("session_token") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD CONSTRAINT "provider_accounts_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_periods" ADD CONSTRAINT "usage_periods_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_account" ON "access_tokens" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "fixture_players_changed" ON "fixture_players" USING btree ("changed_xid");--> statement-breakpoint
CREATE UNIQUE INDEX "observation_scopes_hash" ON "observation_scopes" USING btree ("source_id","hash");--> statement-breakpoint
CREATE INDEX "observations_source" ON "observations" USING btree ("source_id","recorded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_book" ON "sources" USING btree ("book_key","sport_key");--> statement-breakpoint
CREATE INDEX "checks_changed" ON "checks" USING btree ("changed_xid");--> statement-breakpoint
CREATE INDEX "current_markets_changed" ON "current_markets" USING btree ("changed_xid");--> statement-breakpoint
CREATE INDEX "event_refs_fixture" ON "event_refs" USING btree ("fixture_id","book_key");--> statement-breakpoint
CREATE INDEX "fixtures_sport_start" ON "fixtures" USING btree ("sport_key","commence_time","id");--> statement-breakpoint
CREATE INDEX "fixtures_changed" ON "fixtures" USING btree ("changed_xid");--> statement-breakpoint
CREATE INDEX "unmatched_notes_changed" ON "unmatched_notes" USING btree ("changed_xid");--> statement-breakpoint
CREATE INDEX "withheld_periods_changed" ON "withheld_periods" USING btree ("changed_xid");