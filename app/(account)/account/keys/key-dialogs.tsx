"use client";

import { useState } from "react";
import type { KeyView, RotatedKeyView } from "@/app/(account)/account/keys/key-view";
import { RenameKey } from "@/app/(account)/account/keys/rename-key";
import { RevokeKey } from "@/app/(account)/account/keys/revoke-key";
import { RotateKey } from "@/app/(account)/account/keys/rotate-key";
import { Dialog } from "@/app/ui/dialog";

/** A change to one key. */
export type KeyTask = { readonly kind: "rename" | "rotate" | "revoke"; readonly key: KeyView };

type KeyDialogsProps = {
  /** The change to make in the dialog; undefined closes the dialog. */
  readonly task: KeyTask | undefined;
  readonly maxLabelLength: number;
  readonly exampleUrl: string;
  readonly onRenamed: (key: KeyView) => void;
  readonly onRotated: (rotated: RotatedKeyView) => void;
  readonly onRevoked: (key: KeyView) => Promise<void>;
  readonly onClose: () => void;
  /** Called after the dialog has closed. If the button that opened the dialog is gone, the page must move the focus. */
  readonly onClosed: () => void;
};

const titles = {
  rename: "Rename API key",
  rotate: "Rotate this API key?",
  revoke: "Revoke this API key?",
} as const;

/** The dialogs that rename, rotate and revoke a key. */
export function KeyDialogs({ task, maxLabelLength, exampleUrl, onClose, onClosed, ...on }: KeyDialogsProps) {
  // Keeps the content on screen while the dialog fades out.
  const [last, setLast] = useState(task);
  const [rotated, setRotated] = useState<RotatedKeyView>();
  if (task !== undefined && task !== last) setLast(task);
  const shown = task ?? last;
  const hasSecret = rotated !== undefined;
  const forget = (): void => {
    setRotated(undefined);
    setLast(undefined);
    onClosed();
  };
  return (
    <Dialog
      opened={task !== undefined}
      onClose={onClose}
      onExitTransitionEnd={forget}
      title={hasSecret ? "Your new API key" : titles[shown?.kind ?? "revoke"]}
      size={hasSecret ? "lg" : "md"}
      // A stray click or key press must not lose the secret.
      closeOnClickOutside={!hasSecret}
      closeOnEscape={!hasSecret}
    >
      {shown?.kind === "rename" && (
        <RenameKey
          selected={shown.key}
          maxLabelLength={maxLabelLength}
          onRenamed={on.onRenamed}
          onClose={onClose}
        />
      )}
      {shown?.kind === "rotate" && (
        <RotateKey
          selected={shown.key}
          rotated={rotated}
          exampleUrl={exampleUrl}
          onRotated={(result) => {
            setRotated(result);
            on.onRotated(result);
          }}
          onClose={onClose}
        />
      )}
      {shown?.kind === "revoke" && (
        <RevokeKey selected={shown.key} onRevoked={on.onRevoked} onClose={onClose} />
      )}
    </Dialog>
  );
}
