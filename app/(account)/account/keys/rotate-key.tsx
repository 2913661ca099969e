"use client";

import { type ReactNode, useState } from "react";
import { type KeyView, maskedKey, type RotatedKeyView } from "@/app/(account)/account/keys/key-view";
import { NewKey } from "@/app/(account)/account/keys/new-key";
import { LocalTime } from "@/app/(account)/account/local-time";
import { api } from "@/app/shared/call-api";
import { Button } from "@/app/ui/button";
import { RadioField } from "@/app/ui/choice-field";
import { explainCallError } from "@/app/ui/explain-call-error";
import { Problem } from "@/app/ui/problem";
import { Row, Stack } from "@/app/ui/stack";
import { Text } from "@/app/ui/text";
import { type OverlapHours, overlapHours } from "@/server/account/keys/overlap-hours";

const describeOverlap = (hours: OverlapHours): string => {
  if (hours === 0) return "Ends immediately";
  if (hours === 1) return "1 hour";
  return hours === 24 ? "1 day" : `${hours / 24} days`;
};

const usualHours: OverlapHours = 24;

type RotateKeyProps = {
  readonly selected: KeyView;
  readonly rotated: RotatedKeyView | undefined;
  readonly exampleUrl: string;
  readonly onRotated: (rotated: RotatedKeyView) => void;
  readonly onClose: () => void;
};

const EndOfOldKey = ({ replaced }: Pick<RotatedKeyView, "replaced">) => (
  <Text small>
    The old key {maskedKey(replaced)}{" "}
    {replaced.expires_at !== null && Date.parse(replaced.expires_at) > Date.now() ? (
      <>
        works until <LocalTime at={replaced.expires_at} />.
      </>
    ) : (
      "no longer works."
    )}
  </Text>
);

/** A form that replaces a key: it creates the new key and sets when the old key ends. Then it shows the new key. */
export function RotateKey({ selected, rotated, exampleUrl, onRotated, onClose }: RotateKeyProps) {
  const [hours, setHours] = useState(String(usualHours));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>();

  const rotate = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      onRotated(await api.keyChanges.rotate.mutate({ keyId: selected.id, overlapHours: Number(hours) }));
    } catch (error) {
      setProblem(explainCallError(error));
    }
    setBusy(false);
  };

  if (rotated !== undefined)
    return (
      <NewKey created={rotated.created} exampleUrl={exampleUrl} onClose={onClose}>
        <EndOfOldKey replaced={rotated.replaced} />
      </NewKey>
    );
  return (
    <Stack>
      <Text small>
        You get a new key with the label{" "}
        <strong>
          <bdi>{selected.label}</bdi>
        </strong>
        . Switch your programs to it while the old key ({maskedKey(selected)}) still works.
      </Text>
      <RadioField
        label="Keep the old key working for"
        value={hours}
        onChange={setHours}
        autoFocus
        options={overlapHours.map((each) => ({ value: String(each), label: describeOverlap(each) }))}
      />
      {problem !== undefined && <Problem>{problem}</Problem>}
      <Row justify="end" gap={12}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={busy} onClick={rotate}>
          Rotate key
        </Button>
      </Row>
    </Stack>
  );
}
