"use client";

import { createContext, useContext } from "react";

/** What the reader may see, and the service's public URL. */
export type Viewer = {
  readonly signedIn: boolean;
  readonly props: boolean;
  /** Whether the reader's plan includes the price history of fixtures that have not started. */
  readonly history: boolean;
  readonly baseUrl: string;
};

export const ViewerContext = createContext<Viewer>({
  signedIn: false,
  props: false,
  history: false,
  baseUrl: "",
});

export const useViewer = (): Viewer => useContext(ViewerContext);
