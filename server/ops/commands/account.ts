import { type Command, Option } from "commander";
import { z } from "zod";
import type { Database, Queryable } from "@/db/connect";
import { deleteAccount } from "@/server/account/deletion/delete-account";
import { forgetDeletedAccounts } from "@/server/account/deletion/forget-deleted";
import { graceDays, graceEnd } from "@/server/account/deletion/grace";
import { restoreAccount } from "@/server/account/deletion/restore-account";
import { createKey } from "@/server/account/keys/create-key";
import { listKeys } from "@/server/account/keys/list-keys";
import type { Account } from "@/server/account/owner/account";
import { writeAuditLine } from "@/server/account/owner/audit";
import { changeTerms } from "@/server/account/owner/change-terms";
import { createAccount, type NewAccount } from "@/server/account/owner/create-account";
import { emailAddress } from "@/server/account/owner/email";
import { type PlanName, planNames } from "@/server/domain/plans/plans";
import { toWireTime } from "@/server/domain/serialize/serialize";
import { CommandFailure, parsedBy, printing } from "@/server/ops/command-line";
import { requireAccount } from "@/server/ops/require-account";
import { withStores } from "@/server/ops/with-stores";
import { describeKey } from "@/server/web/api/procedures/account-keys";

const firstKeyLabel = "first key";

const maxTerm = 1_000_000_000;
const wholeNumber = (min: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .pipe(
      z
        .number(`must be at most ${maxTerm}`)
        .min(min, `must be at least ${min}`)
        .max(maxTerm, `must be at most ${maxTerm}`),
    );
const allowance = wholeNumber(0);
const speedLimit = wholeNumber(1);
const streamLimit = wholeNumber(0);
const orPlans = (schema: z.ZodType<number>) =>
  z.union([z.literal("plan"), schema], `must be "plan" or a whole number up to ${maxTerm}`);
const termOf = (option: number | "plan"): number | null => (option === "plan" ? null : option);

/** A database or a transaction. */
type Transaction = Queryable & Pick<Database, "transaction">;
type Terms = { readonly allowance?: number; readonly speed?: number; readonly streams?: number };
type PlanOptions = {
  readonly email: string;
  readonly plan: PlanName;
  readonly allowance?: number | "plan";
  readonly speed?: number | "plan";
  readonly streams?: number | "plan";
};

const createWithKey = async (
  db: Transaction,
  wanted: NewAccount,
  now: Date,
): Promise<{ account: Account; key: string }> => {
  const account = await createAccount(db, wanted, now);
  if (account === "email_taken") throw new CommandFailure(`${wanted.email} already has an account`);
  const created = await createKey(db, account.id, { label: firstKeyLabel, test: false }, now);
  if (typeof created === "string") throw new CommandFailure("the account's first key could not be created");
  const { plan, allowance, speedLimit: speed, streams } = account;
  const detail = { plan, allowance, speed, streams };
  await writeAuditLine(db, { action: "account create", accountId: account.id, detail }, now);
  return { account, key: created.key };
};

const create = ({ email, plan, allowance, speed, streams }: { email: string; plan: PlanName } & Terms) =>
  withStores(async ({ db, now }) => {
    const custom = { allowance: allowance ?? null, speedLimit: speed ?? null, streams: streams ?? null };
    const wanted = { email, plan, ...custom };
    // One transaction, so that a failure leaves no account without a key.
    const { account, key } = await db.transaction((tx) => createWithKey(tx, wanted, now));
    return { account_id: account.id, email: account.email, plan: account.plan, key };
  });

const changePlan = ({ email, plan, allowance, speed, streams }: PlanOptions) =>
  withStores(async ({ db, meter, now }) => {
    const account = await requireAccount(db, email);
    const change = {
      plan,
      ...(allowance !== undefined && { allowance: termOf(allowance) }),
      ...(speed !== undefined && { speedLimit: termOf(speed) }),
      ...(streams !== undefined && { streams: termOf(streams) }),
    };
    const changed = await changeTerms(db, meter.announceAccountChanged, account.id, change);
    if (changed === undefined) throw new CommandFailure(`there is no account with the email ${email}`);
    await writeAuditLine(db, { action: "account plan", accountId: account.id, detail: { ...change } }, now);
    return {
      account_id: changed.id,
      email: changed.email,
      plan: changed.plan,
      allowance: changed.allowance,
      speed: changed.speedLimit,
      streams: changed.streams,
    };
  });

const describeDeletion = (deletedAt: Date) => ({
  deleted_at: toWireTime(deletedAt.getTime(), "iso"),
  restorable_until: toWireTime(graceEnd(deletedAt).getTime(), "iso"),
});

const show = ({ email }: { email: string }) =>
  withStores(async ({ db, meter }) => {
    const account = await requireAccount(db, email, { mayBeDeleted: true });
    const caller = await meter.identifyAccount(account.id);
    if (caller === undefined) throw new CommandFailure(`there is no account with the email ${email}`);
    const { used } = await meter.readFigures(caller);
    return {
      plan: caller.plan,
      period_resets_at: toWireTime(caller.periodEnd, "iso"),
      used,
      allowance: caller.allowance,
      keys: (await listKeys(db, account.id)).map(describeKey),
      ...(account.deletedAt !== null && describeDeletion(account.deletedAt)),
    };
  });

const remove = ({ email, now: atOnce }: { readonly email: string; readonly now?: true }) =>
  withStores(async ({ db, meter, now }) => {
    const account = await requireAccount(db, email, { mayBeDeleted: atOnce === true });
    const audit = (tx: Queryable) =>
      writeAuditLine(tx, { action: "account delete", accountId: account.id }, now);
    if (account.deletedAt === null) await deleteAccount(db, meter.announceAccountChanged, account.id, audit);
    if (atOnce === true) {
      await forgetDeletedAccounts(db, account.id);
      return { account_id: account.id, email: account.email, removed: true };
    }
    const { deletedAt } = await requireAccount(db, email, { mayBeDeleted: true });
    return { account_id: account.id, email: account.email, ...describeDeletion(deletedAt ?? now) };
  });

const restore = ({ email }: { readonly email: string }) =>
  withStores(async ({ db, now }) => {
    const account = await requireAccount(db, email, { mayBeDeleted: true });
    const outcome = await db.transaction(async (tx) => {
      const restored = await restoreAccount(tx, account.id);
      if (restored === "restored")
        await writeAuditLine(tx, { action: "account restore", accountId: account.id }, now);
      return restored;
    });
    if (outcome === "not_restorable")
      throw new CommandFailure(`the account ${email} is not deleted, or can no longer be restored`);
    return { account_id: account.id, email: account.email, plan: account.plan };
  });

const emailOption = () =>
  new Option("--email <address>", "the account's email")
    .argParser(parsedBy(emailAddress))
    .makeOptionMandatory();
const planOption = () =>
  new Option("--plan <plan>", "the account's plan").choices([...planNames]).makeOptionMandatory();

/** `account create`, `account plan`, `account show`, `account delete`, `account restore`. */
export const registerAccountCommands = (program: Command): void => {
  const account = program.command("account").description("create, change, show, delete and restore accounts");
  printing(
    account
      .command("create")
      .description("create an account with a first key")
      .addOption(emailOption())
      .addOption(planOption())
      .option(
        "--allowance <n>",
        "requests per billing period, instead of the plan's allowance",
        parsedBy(allowance),
      )
      .option("--speed <n>", "requests per second, instead of the plan's limit", parsedBy(speedLimit))
      .option(
        "--streams <n>",
        "streams open at the same time, instead of the plan's number",
        parsedBy(streamLimit),
      ),
    create,
  );
  printing(
    account
      .command("plan")
      .description(
        "change an account's plan and limits, with effect from its next request; limits that are not given stay unchanged",
      )
      .addOption(emailOption())
      .addOption(planOption())
      .option(
        "--allowance <n>",
        'requests per billing period, or "plan" for the allowance of the plan',
        parsedBy(orPlans(allowance)),
      )
      .option(
        "--speed <n>",
        'requests per second, or "plan" for the limit of the plan',
        parsedBy(orPlans(speedLimit)),
      )
      .option(
        "--streams <n>",
        'streams open at the same time, or "plan" for the number of the plan',
        parsedBy(orPlans(streamLimit)),
      ),
    changePlan,
  );
  printing(
    account.command("show").description("show an account's plan, usage and keys").addOption(emailOption()),
    show,
  );
  printing(
    account
      .command("delete")
      .description(
        `delete an account; a sign-in within ${graceDays} days restores it without its keys and sessions`,
      )
      .addOption(emailOption())
      .option(
        "--now",
        `remove the account's data at once instead of after ${graceDays} days; also works on a deleted account whose data is not yet removed`,
      ),
    remove,
  );
  printing(
    account
      .command("restore")
      .description("restore a deleted account, but not its keys")
      .addOption(emailOption()),
    restore,
  );
};
