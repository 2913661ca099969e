"use client";

import { PasswordInput } from "@mantine/core";
import Link from "next/link";
import { useCredentials } from "@/app/(site)/docs/reference/credentials";
import classes from "@/app/(site)/docs/reference/reference.module.css";

/** Where the reader puts a key and, for the endpoints under /v1/account/keys, an access token. */
export const CredentialsForm = () => {
  const { credentials, change } = useCredentials();
  return (
    <div className={classes.credentials}>
      <PasswordInput
        label="API key"
        placeholder="ok_live_…"
        autoComplete="off"
        spellCheck={false}
        value={credentials.apiKey}
        onChange={(event) => change({ apiKey: event.currentTarget.value.trim() })}
      />
      <PasswordInput
        label="Access token, to manage keys"
        autoComplete="off"
        spellCheck={false}
        value={credentials.accessToken}
        onChange={(event) => change({ accessToken: event.currentTarget.value.trim() })}
      />
      <p>
        Both stay in the memory of this page and are gone when you leave it. Keys and tokens are made on the{" "}
        <Link href="/account/keys">keys page</Link>. Calls made here are real and count as any call.
      </p>
    </div>
  );
};
