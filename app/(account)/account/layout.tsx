import type { ReactNode } from "react";
import { AccountNav } from "@/app/(account)/account/account-nav";
import classes from "@/app/(account)/account/account-nav.module.css";
import { readSession } from "@/app/shared/read-session";
import { ComponentLibrary } from "@/app/ui/component-library";

export default async function AccountLayout({ children }: { readonly children: ReactNode }) {
  const session = await readSession();
  return (
    <ComponentLibrary>
      <div className={classes.page}>
        {session !== undefined && <AccountNav email={session.email} />}
        {children}
      </div>
    </ComponentLibrary>
  );
}
