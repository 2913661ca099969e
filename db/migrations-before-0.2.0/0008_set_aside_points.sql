CREATE TABLE "set_aside_points" (
	"set_aside_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"series_id" integer NOT NULL,
	"outcomes" text NOT NULL
);
