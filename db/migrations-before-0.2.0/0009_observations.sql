ALTER TABLE "look_streams" RENAME TO "sources";--> statement-breakpoint
ALTER INDEX "look_streams_pkey" RENAME TO "sources_pkey";--> statement-breakpoint
ALTER INDEX "look_streams_book" RENAME TO "sources_book";--> statement-breakpoint
ALTER SEQUENCE "look_streams_id_seq" RENAME TO "sources_id_seq";--> statement-breakpoint
ALTER TABLE "look_sets" RENAME TO "observation_scopes";--> statement-breakpoint
ALTER TABLE "observation_scopes" RENAME COLUMN "stream_id" TO "source_id";--> statement-breakpoint
ALTER INDEX "look_sets_pkey" RENAME TO "observation_scopes_pkey";--> statement-breakpoint
ALTER INDEX "look_sets_hash" RENAME TO "observation_scopes_hash";--> statement-breakpoint
ALTER SEQUENCE "look_sets_id_seq" RENAME TO "observation_scopes_id_seq";--> statement-breakpoint
ALTER TABLE "looks" RENAME TO "observations";--> statement-breakpoint
ALTER TABLE "observations" RENAME COLUMN "stream_id" TO "source_id";--> statement-breakpoint
ALTER TABLE "observations" RENAME COLUMN "set_id" TO "scope_id";--> statement-breakpoint
ALTER INDEX "looks_stream" RENAME TO "observations_source";--> statement-breakpoint
CREATE TABLE "sign_in_uses" (
	"bound" text NOT NULL,
	"subject" text NOT NULL,
	"reservation_id" uuid NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_uses_bound_subject_reservation_id_pk" PRIMARY KEY("bound","subject","reservation_id")
);
--> statement-breakpoint
-- Uses were stored as tokens whose identifier was "<bound> <subject>"; identifiers of links are email addresses, without a space.
WITH "uses" AS (DELETE FROM "verification_tokens" WHERE "identifier" LIKE '% %' RETURNING *)
INSERT INTO "sign_in_uses" ("bound", "subject", "reservation_id", "expires")
SELECT split_part("identifier", ' ', 1), substr("identifier", strpos("identifier", ' ') + 1), "token"::uuid, "expires" FROM "uses";--> statement-breakpoint
ALTER TABLE "accounts" DROP COLUMN "name";--> statement-breakpoint
ALTER TABLE "accounts" DROP COLUMN "image";--> statement-breakpoint
ALTER TABLE "provider_accounts" DROP COLUMN "refresh_token";--> statement-breakpoint
ALTER TABLE "provider_accounts" DROP COLUMN "access_token";--> statement-breakpoint
ALTER TABLE "provider_accounts" DROP COLUMN "expires_at";--> statement-breakpoint
ALTER TABLE "provider_accounts" DROP COLUMN "token_type";--> statement-breakpoint
ALTER TABLE "provider_accounts" DROP COLUMN "scope";--> statement-breakpoint
ALTER TABLE "provider_accounts" DROP COLUMN "id_token";--> statement-breakpoint
ALTER TABLE "provider_accounts" DROP COLUMN "session_state";
