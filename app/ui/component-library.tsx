import "@mantine/core/styles.css";
import "@/app/ui/component-library.css";
import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { theme } from "@/app/ui/theme";

/** Provides the component library to its children. Use it only where needed: the library adds 50 KB of compressed JavaScript. */
export const ComponentLibrary = ({ children }: { readonly children: ReactNode }) => (
  <MantineProvider theme={theme} defaultColorScheme="auto">
    {children}
  </MantineProvider>
);
