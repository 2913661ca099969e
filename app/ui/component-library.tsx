import "@mantine/core/styles.css";
import "@/app/ui/component-library.css";
import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { theme } from "@/app/ui/theme";

/** Makes the component library available to a part of the site. Other pages do without it, because it is 50 KB of compressed JavaScript. */
export const ComponentLibrary = ({ children }: { readonly children: ReactNode }) => (
  <MantineProvider theme={theme} defaultColorScheme="auto">
    {children}
  </MantineProvider>
);
