"use client";

import Link from "next/link";
import { useCredentials } from "@/app/(site)/docs/reference/credentials";
import classes from "@/app/(site)/docs/reference/reference.module.css";
import { TextField } from "@/app/ui/text-field";

/** Inputs for an API key and for the access token of the endpoints under /v1/account/keys. */
export const CredentialsForm = () => {
  const { credentials, change } = useCredentials();
  return (
    <div className={classes.credentials}>
      <TextField
        type="password"
        label="API key"
        placeholder="ok_live_…"
        autoComplete="off"
        spellCheck={false}
        value={credentials.apiKey}
        onChange={(event) => change({ apiKey: event.currentTarget.value.trim() })}
      />
      <TextField
        type="password"
        label="Access token (to manage keys)"
        autoComplete="off"
        spellCheck={false}
        value={credentials.accessToken}
        onChange={(event) => change({ accessToken: event.currentTarget.value.trim() })}
      />
      <p>
        This page keeps both in memory only, until you leave it. Create keys on the{" "}
        <Link href="/account/keys">API keys page</Link> and tokens on the{" "}
        <Link href="/account">account page</Link>. These are live calls and count toward your allowance.
      </p>
    </div>
  );
};
