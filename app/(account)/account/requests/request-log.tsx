import { nameOfKey, nameOfKeyId } from "@/app/(account)/account/key-name";
import { CallFilters, type FilterOption } from "@/app/(account)/account/requests/call-filters";
import { CallLookup } from "@/app/(account)/account/requests/call-lookup";
import { CallTable } from "@/app/(account)/account/requests/call-table";
import {
  type CallFilter,
  callsOfWebsite,
  everything,
  filterCalls,
  refusedCalls,
  servedCalls,
} from "@/app/(account)/account/requests/filter-calls";
import classes from "@/app/(account)/account/requests/request-log.module.css";
import { EmptyState } from "@/app/ui/empty-state";
import { formatNumber } from "@/app/ui/format-number";
import { TextLink } from "@/app/ui/text-link";
import type { LoggedCall } from "@/server/account/call-log/read-calls";
import type { ApiKeyRecord } from "@/server/account/keys/key-record";
import { getAppServices } from "@/server/run/app-services";

const callsPerPage = 50;

const codeOptions = (calls: readonly LoggedCall[]): FilterOption[] => {
  const codes = [...new Set(calls.flatMap(({ code }) => code ?? []))].sort();
  return [
    { value: everything, label: "All" },
    { value: servedCalls, label: "Succeeded" },
    { value: refusedCalls, label: "Rejected" },
    ...codes.map((code) => ({ value: code, label: code })),
  ];
};

const keyOptions = (calls: readonly LoggedCall[], keys: readonly ApiKeyRecord[]): FilterOption[] => {
  const used = new Set(calls.map(({ keyId }) => keyId));
  return [
    { value: everything, label: "All" },
    ...keys.filter(({ id }) => used.has(id)).map((key) => ({ value: key.id, label: nameOfKey(key) })),
    ...(used.has(null) ? [{ value: callsOfWebsite, label: nameOfKeyId(keys, callsOfWebsite) }] : []),
  ];
};

type PagesProps = { readonly filter: CallFilter; readonly page: number; readonly total: number };

function Pages({ filter, page, total }: PagesProps) {
  const from = (page - 1) * callsPerPage;
  const to = Math.min(total, from + callsPerPage);
  const hrefOf = (target: number): string =>
    `/account/requests?${new URLSearchParams({ ...filter, page: String(target) })}`;
  return (
    <nav className={classes.pages} aria-label="Pages">
      <span>
        {formatNumber(from + 1)} to {formatNumber(to)} of {formatNumber(total)} calls
      </span>
      <span>
        {page > 1 && <TextLink href={hrefOf(page - 1)}>Newer</TextLink>}
        {page > 1 && to < total && " · "}
        {to < total && <TextLink href={hrefOf(page + 1)}>Older</TextLink>}
      </span>
    </nav>
  );
}

type RequestLogProps = { readonly accountId: string; readonly filter: CallFilter; readonly page: number };

/** An account's last calls, with filters and pages. */
export async function RequestLog({ accountId, filter, page }: RequestLogProps) {
  const { services } = await getAppServices();
  const { accountPages } = services;
  const [calls, keys] = await Promise.all([
    accountPages.readCalls(accountId),
    accountPages.listKeys(accountId),
  ]);
  if (calls.length === 0)
    return (
      <EmptyState title="No calls yet" link={{ href: "/account/keys", label: "Create API key" }}>
        Create an API key and make a call. The call appears here within a few seconds.
      </EmptyState>
    );
  const found = filterCalls(calls, filter);
  const lastPage = Math.max(1, Math.ceil(found.length / callsPerPage));
  const shown = Math.min(Math.max(1, Math.trunc(page)), lastPage);
  return (
    <>
      <div className={classes.controls}>
        <CallFilters filter={filter} codes={codeOptions(calls)} keys={keyOptions(calls, keys)} />
        <CallLookup />
      </div>
      {found.length === 0 ? (
        <EmptyState title="No such calls" link={{ href: "/account/requests", label: "Show all calls" }}>
          No call in the log matches these filters.
        </EmptyState>
      ) : (
        <>
          <CallTable calls={found.slice((shown - 1) * callsPerPage, shown * callsPerPage)} keys={keys} />
          <Pages filter={filter} page={shown} total={found.length} />
        </>
      )}
    </>
  );
}
