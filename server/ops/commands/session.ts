import { type Command, Option } from "commander";
import { createAccessToken } from "@/server/accounts/access-token";
import { writeAuditLine } from "@/server/accounts/audit";
import { emailAddress } from "@/server/accounts/email";
import { wireTime } from "@/server/board/wire";
import { parsedBy, printing } from "@/server/ops/command-line";
import { requireAccount } from "@/server/ops/find-account";
import { withStores } from "@/server/ops/with-stores";

const create = ({ email }: { readonly email: string }) =>
  withStores(async ({ db, now }) => {
    const account = await requireAccount(db, email);
    const { accessToken, expiresAt } = await db.transaction(async (tx) => {
      const made = await createAccessToken(tx, account.id, null, now);
      await writeAuditLine(
        tx,
        { action: "session create", accountId: account.id, detail: { token_id: made.id } },
        now,
      );
      return made;
    });
    return { access_token: accessToken, expires_at: wireTime(expiresAt.getTime(), "iso") };
  });

/** `session create`. */
export const registerSessionCommands = (program: Command): void => {
  const session = program.command("session").description("make access tokens");
  printing(
    session
      .command("create")
      .description("make a bearer access token for support and tests; it lives an hour")
      .addOption(
        new Option("--email <address>", "the account's e-mail address")
          .argParser(parsedBy(emailAddress))
          .makeOptionMandatory(),
      ),
    create,
  );
};
