"use client";

import {
  ModalBody,
  ModalCloseButton,
  ModalContent,
  ModalOverlay,
  ModalRoot,
  type ModalRootProps,
  ModalTitle,
} from "@mantine/core";
import type { ReactNode } from "react";
import classes from "@/app/ui/dialog.module.css";

type DialogProps = Omit<ModalRootProps, "title" | "children"> & {
  readonly title: string;
  readonly children: ReactNode;
};

/** Mantine's modal without its `header` element, which assistive technology would report as a second page banner. */
export function Dialog({ title, children, ...props }: DialogProps) {
  return (
    <ModalRoot {...props}>
      <ModalOverlay />
      <ModalContent>
        <div className={classes.top}>
          <ModalTitle className={classes.title}>{title}</ModalTitle>
          <ModalCloseButton aria-label="Close" />
        </div>
        <ModalBody>{children}</ModalBody>
      </ModalContent>
    </ModalRoot>
  );
}
