import { type Command, InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import { writeAuditLine } from "@/server/account/owner/audit";
import { bookKeyForm } from "@/server/domain/catalogue/books";
import { toWireTime } from "@/server/domain/serialize/serialize";
import {
  createFeedToken,
  type FeedTokenRecord,
  listFeedTokens,
  revokeFeedToken,
} from "@/server/ingest/delivery/feed-token";
import { CommandFailure, parsedBy, printing } from "@/server/ops/command-line";
import { textTable } from "@/server/ops/text-table";
import { withDatabase } from "@/server/ops/with-stores";

const wireTime = (time: Date | null) => time && toWireTime(time.getTime(), "iso");

const describeToken = ({
  id,
  prefix,
  lastFour,
  books,
  createdAt,
  lastUsedAt,
  revokedAt,
}: FeedTokenRecord) => ({
  id,
  prefix,
  last_four: lastFour,
  books,
  created_at: wireTime(createdAt),
  last_used_at: wireTime(lastUsedAt),
  revoked_at: wireTime(revokedAt),
});

const create = ({ book }: { readonly book: readonly string[] }) =>
  withDatabase((db) =>
    db.transaction(async (tx) => {
      const now = new Date();
      const created = await createFeedToken(tx, book, now);
      const detail = { token_id: created.id, books: created.books.join(",") };
      await writeAuditLine(tx, { action: "feed token create", accountId: null, detail }, now);
      return { ...describeToken(created), token: created.token };
    }),
  );

const list = () => withDatabase(async (db) => ({ tokens: (await listFeedTokens(db)).map(describeToken) }));

const revoke = ({ id }: { readonly id: string }) =>
  withDatabase((db) =>
    db.transaction(async (tx) => {
      const now = new Date();
      if ((await revokeFeedToken(tx, id, now)) === "not_found")
        throw new CommandFailure(`there is no feed token with the id ${id}`);
      await writeAuditLine(
        tx,
        { action: "feed token revoke", accountId: null, detail: { token_id: id } },
        now,
      );
      return { id, revoked: true };
    }),
  );

const collectBooks = (value: string, before: readonly string[] | undefined): string[] => {
  if (!bookKeyForm.test(value))
    throw new InvalidArgumentError("It must be a book key: 1 to 40 characters from a-z, 0-9 and _.");
  return [...(before ?? []), value];
};

const tokenId = z.guid("is not a token id (a uuid)").transform((id) => id.toLowerCase());

/** `feed token create`, `feed token list`, `feed token revoke`. */
export const registerFeedTokenCommands = (feed: Command): void => {
  const token = feed.command("token").description("manage the tokens for delivering prices over HTTP");
  printing(
    token
      .command("create")
      .description("create a token for the given books; the token is printed only once")
      .addOption(
        new Option("--book <book>", "a book key, known or new; repeat the option for several books")
          .argParser(collectBooks)
          .makeOptionMandatory(),
      ),
    create,
  );
  printing(token.command("list").description("list all tokens without their secrets"), list, ({ tokens }) =>
    tokens.length === 0
      ? "there is no feed token"
      : textTable(
          ["id", "token", "created", "last used", "revoked", "books"],
          tokens.map(({ id, prefix, last_four, books, created_at, last_used_at, revoked_at }) => [
            id,
            `${prefix}…${last_four}`,
            String(created_at),
            String(last_used_at ?? "never"),
            String(revoked_at ?? "no"),
            books.join(" "),
          ]),
        ),
  );
  printing(
    token
      .command("revoke")
      .description("revoke a token immediately and permanently")
      .addOption(
        new Option("--id <id>", "the token's id").argParser(parsedBy(tokenId)).makeOptionMandatory(),
      ),
    revoke,
  );
};
