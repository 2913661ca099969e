import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AccountNav } from "@/app/(account)/account/account-nav";
import { LocalZone } from "@/app/(account)/account/local-time";
import { parseZone, zoneCookie } from "@/app/(account)/account/zone";
import { readSession } from "@/app/shared/read-session";

export default async function AccountLayout({ children }: { readonly children: ReactNode }) {
  const [session, jar] = await Promise.all([readSession(), cookies()]);
  return (
    <LocalZone initial={parseZone(jar.get(zoneCookie)?.value)}>
      {session !== undefined && <AccountNav email={session.email} />}
      {children}
    </LocalZone>
  );
}
