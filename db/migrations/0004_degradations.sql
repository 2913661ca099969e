CREATE TABLE "degradations" (
	"part" text NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "degradations_part_began_at_pk" PRIMARY KEY("part","began_at")
);
--> statement-breakpoint
CREATE INDEX "degradations_began" ON "degradations" USING btree ("began_at");