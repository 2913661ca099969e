import { type Command, Option } from "commander";
import { writeAuditLine } from "@/server/account/owner/audit";
import { emailAddress } from "@/server/account/owner/email";
import { createAccessToken } from "@/server/account/sign-in/access-token";
import { toWireTime } from "@/server/domain/serialize/serialize";
import { parsedBy, printing } from "@/server/ops/command-line";
import { requireAccount } from "@/server/ops/require-account";
import { withStores } from "@/server/ops/with-stores";

const create = ({ email }: { readonly email: string }) =>
  withStores(async ({ db, now }) => {
    const account = await requireAccount(db, email);
    const { accessToken, expiresAt } = await db.transaction(async (tx) => {
      const created = await createAccessToken(tx, account.id, null, now);
      await writeAuditLine(
        tx,
        { action: "session create", accountId: account.id, detail: { token_id: created.id } },
        now,
      );
      return created;
    });
    return { access_token: accessToken, expires_at: toWireTime(expiresAt.getTime(), "iso") };
  });

/** `session create`. Here, a session is an access token that an operator creates. */
export const registerSessionCommands = (program: Command): void => {
  const session = program.command("session").description("create access tokens");
  printing(
    session
      .command("create")
      .description("create a bearer access token for support and tests, valid for an hour")
      .addOption(
        new Option("--email <address>", "the account's email")
          .argParser(parsedBy(emailAddress))
          .makeOptionMandatory(),
      ),
    create,
  );
};
