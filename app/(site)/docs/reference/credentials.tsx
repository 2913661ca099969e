"use client";

import { createContext, type ReactNode, useContext, useState } from "react";

export type Credentials = {
  readonly apiKey: string;
  readonly accessToken: string;
};

type CredentialsContext = {
  readonly credentials: Credentials;
  readonly change: (part: Partial<Credentials>) => void;
};

const context = createContext<CredentialsContext | undefined>(undefined);

/** Shares the credentials that the visitor entered with every console of the page. Memory only. */
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
