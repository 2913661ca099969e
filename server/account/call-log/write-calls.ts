import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { recordset, timestampIn } from "@/db/sql";
import { maxLoggedCalls, type NotedCall } from "@/server/account/call-log/account-call";

const columns =
  "account uuid, at float8, request uuid, method text, endpoint text, status int, code text, cost int, ms real, key uuid, skipped int, target text, message text, plan text";

/**
 * Adds calls to the request logs of their accounts. A call that is already in the log is not added again.
 * @param skipped account id -> how many of the account's calls this process has left out since it last wrote a call of that account. The
 * number is stored with the account's first call in `calls`.
 * @param trimmed the accounts whose logs are trimmed. Each of these logs keeps the newest `maxLoggedCalls` of its earlier calls, in addition
 * to the calls that are added now.
 */
export const writeCalls = async (
  db: Queryable,
  calls: readonly NotedCall[],
  skipped: ReadonlyMap<string, number>,
  trimmed: readonly string[],
): Promise<void> => {
  const notStored = new Map(skipped);
  const rows = calls.map(({ call, admission, at }) => {
    const { requestId, method, endpoint, status, code, cost, seconds, detail } = call;
    const { accountId, keyId } = admission.caller;
    const before = notStored.get(accountId) ?? 0;
    notStored.delete(accountId);
    return {
      account: accountId,
      at,
      request: requestId,
      method,
      endpoint,
      status,
      code,
      cost,
      ms: seconds * 1000,
      key: keyId,
      skipped: before,
      target: detail?.target,
      message: detail?.message,
      plan: detail?.requiredPlan,
    };
  });
  // Instances may trim the log of the same account at the same time: without `skip locked` they could deadlock.
  await db.execute(sql`
    with written as (
      insert into account_calls
        (account_id, at, request_id, method, endpoint, status, code, cost, duration_ms, key_id, skipped, target, message, required_plan)
      select r.account, ${timestampIn("r.at")}, r.request, r.method, r.endpoint, r.status, r.code, r.cost, r.ms, r.key, r.skipped, r.target, r.message, r.plan
      from ${recordset(rows, columns)}
      order by r.account, r.at
      on conflict do nothing
    ), oldest as (
      select t.account_id, kept.at
      from jsonb_to_recordset(${JSON.stringify(trimmed.map((account_id) => ({ account_id })))}::jsonb) as t(account_id uuid)
      cross join lateral (
        select c.at from account_calls c where c.account_id = t.account_id
        order by c.at desc offset ${maxLoggedCalls - 1}::int limit 1
      ) kept
    ), surplus as (
      select c.ctid from account_calls c join oldest on c.account_id = oldest.account_id and c.at < oldest.at
      for update of c skip locked
    )
    delete from account_calls where ctid = any (array(select ctid from surplus))`);
};
