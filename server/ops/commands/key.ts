import { type Command, Option } from "commander";
import { z } from "zod";
import { createKey } from "@/server/account/keys/create-key";
import { findKeyAccount } from "@/server/account/keys/find-key";
import { keyLabel } from "@/server/account/keys/key-label";
import { revokeKey } from "@/server/account/keys/revoke-key";
import { writeAuditLine } from "@/server/account/owner/audit";
import { emailAddress } from "@/server/account/owner/email";
import { CommandFailure, parsedBy, printing } from "@/server/ops/command-line";
import { requireAccount } from "@/server/ops/require-account";
import { withStores } from "@/server/ops/with-stores";
import { describeKey } from "@/server/web/api/procedures/account-keys";

type CreateOptions = { readonly email: string; readonly label: string; readonly test?: true };

const create = ({ email, label, test }: CreateOptions) =>
  withStores(async ({ db, now }) => {
    const account = await requireAccount(db, email);
    const created = await createKey(db, account.id, { label, test: test === true }, now);
    if (created === "too_many_keys")
      throw new CommandFailure("the account has the maximum number of active keys; revoke one first");
    if (created === "no_account") throw new CommandFailure(`there is no account with the email ${email}`);
    const detail = { key_id: created.id, test: created.test };
    await writeAuditLine(db, { action: "key create", accountId: account.id, detail }, now);
    return { ...describeKey(created), key: created.key };
  });

const revoke = ({ id }: { readonly id: string }) =>
  withStores(async ({ db, meter, now }) => {
    const accountId = await findKeyAccount(db, id);
    const outcome =
      accountId === undefined
        ? "not_found"
        : await revokeKey(db, meter.announceAccountChanged, accountId, id, now);
    if (accountId === undefined || outcome === "not_found")
      throw new CommandFailure(`there is no key with the id ${id}`);
    await writeAuditLine(db, { action: "key revoke", accountId, detail: { key_id: id } }, now);
    return { id, revoked: true };
  });

const keyId = z.guid("is not a key id (a uuid)").transform((id) => id.toLowerCase());

/** `key create`, `key revoke`. */
export const registerKeyCommands = (program: Command): void => {
  const key = program.command("key").description("create and revoke API keys");
  printing(
    key
      .command("create")
      .description("create a key for an account; the key's secret is printed only once")
      .addOption(
        new Option("--email <address>", "the account's email")
          .argParser(parsedBy(emailAddress))
          .makeOptionMandatory(),
      )
      .addOption(
        new Option("--label <label>", "1 to 64 characters")
          .argParser(parsedBy(keyLabel))
          .makeOptionMandatory(),
      )
      .option("--test", "create a test key"),
    create,
  );
  printing(
    key
      .command("revoke")
      .description("revoke a key immediately and permanently")
      .addOption(new Option("--id <id>", "the key's id").argParser(parsedBy(keyId)).makeOptionMandatory()),
    revoke,
  );
};
