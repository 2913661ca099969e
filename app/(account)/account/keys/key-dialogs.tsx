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
  const [rotated, setRotated] = useState<RotatedKeyView>();
  const hasSecret = rotated !== undefined;
  return (
    <Dialog
      opened={task !== undefined}
      onClose={onClose}
      onClosed={() => {
        setRotated(undefined);
        onClosed();
      }}
      title={hasSecret ? "Your new API key" : titles[task?.kind ?? "revoke"]}
      wide={hasSecret}
      // A stray click or key press must not lose the secret.
      dismissible={!hasSecret}
    >
      {task?.kind === "rename" && (
        <RenameKey
          selected={task.key}
          maxLabelLength={maxLabelLength}
          onRenamed={on.onRenamed}
          onClose={onClose}
        />
      )}
      {task?.kind === "rotate" && (
        <RotateKey
          selected={task.key}
          rotated={rotated}
          exampleUrl={exampleUrl}
          onRotated={(result) => {
            setRotated(result);
            on.onRotated(result);
          }}
          onClose={onClose}
        />
      )}
      {task?.kind === "revoke" && (
        <RevokeKey selected={task.key} onRevoked={on.onRevoked} onClose={onClose} />
      )}
    </Dialog>
  );
}
