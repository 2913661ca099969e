CREATE TABLE "last_writes" (
	"sport_key" text PRIMARY KEY NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
