import type { ReactNode } from "react";
import { ComponentLibrary } from "@/app/ui/component-library";

export default function ExploreLayout({ children }: { readonly children: ReactNode }) {
  return <ComponentLibrary>{children}</ComponentLibrary>;
}
