"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useState } from "react";
import classes from "@/app/(site)/docs/reference/console.module.css";
import { SiteLink } from "@/app/ui/site-link";
import { TextField } from "@/app/ui/text-field";
import type { Limit } from "@/server/web/http/screen/viewing-limit";

export type Credentials = {
  readonly apiKey: string;
  readonly accessToken: string;
};

type CredentialsContext = {
  readonly credentials: Credentials;
  readonly change: (part: Partial<Credentials>) => void;
};

const context = createContext<CredentialsContext | undefined>(undefined);

/** Keeps the visitor's credentials in memory and shares them among the consoles of all pages. */
export const CredentialsProvider = ({ children }: { readonly children: ReactNode }) => {
  const [credentials, setCredentials] = useState<Credentials>({ apiKey: "", accessToken: "" });
  const change = (part: Partial<Credentials>) => setCredentials((before) => ({ ...before, ...part }));
  return <context.Provider value={{ credentials, change }}>{children}</context.Provider>;
};

export const useCredentials = (): CredentialsContext => {
  const value = useContext(context);
  if (value === undefined) throw new Error("useCredentials needs a CredentialsProvider");
  return value;
};

const fields = {
  key: { name: "apiKey", label: "API key", placeholder: "ok_live_…" },
  session: { name: "accessToken", label: "Access token", placeholder: "ok_session_…" },
} as const;

/**
 * A field for the credential of an endpoint.
 * @param visitorLimit the limit on calls that visitors make without the credential. Undefined if the endpoint requires the credential.
 */
export const CredentialField = ({
  access,
  visitorLimit,
}: {
  readonly access: "key" | "session";
  readonly visitorLimit: Limit | undefined;
}) => {
  const { credentials, change } = useCredentials();
  const { name, label, placeholder } = fields[access];
  return (
    <>
      <TextField
        type="password"
        label={label}
        placeholder={visitorLimit === undefined ? placeholder : `${placeholder} (optional)`}
        autoComplete="off"
        spellCheck={false}
        value={credentials[name]}
        onChange={(event) => change({ [name]: event.currentTarget.value.trim() })}
      />
      <p className={classes.hint}>
        {visitorLimit !== undefined &&
          `Without a key, you get the data of the Free plan. You can make ${visitorLimit.burst} calls at once, and ${visitorLimit.perHour} more each hour. `}
        What you enter is kept in memory only, until you leave the docs. Or{" "}
        <SiteLink href={`/signin?callbackUrl=${encodeURIComponent(usePathname())}`}>sign in</SiteLink> to call
        the API as your account, without a key or token.
      </p>
    </>
  );
};
