import type { ReactNode } from "react";
import { AccountNav } from "@/app/(account)/account/account-nav";
import { LocalZone } from "@/app/(account)/account/local-time";
import { readZone } from "@/app/(account)/account/read-zone";
import { readSession } from "@/app/shared/read-session";

export default async function AccountLayout({ children }: { readonly children: ReactNode }) {
  const [session, zone] = await Promise.all([readSession(), readZone()]);
  return (
    <LocalZone initial={zone}>
      {session !== undefined && <AccountNav email={session.email} />}
      {children}
    </LocalZone>
  );
}
