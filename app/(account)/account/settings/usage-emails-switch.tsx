"use client";

import { type ReactNode, useState } from "react";
import { api } from "@/app/shared/call-api";
import { ChoiceField } from "@/app/ui/choice-field";
import { explainCallError } from "@/app/ui/explain-call-error";
import { Problem } from "@/app/ui/problem";
import { Stack } from "@/app/ui/stack";

/** Turns the emails about the allowance on or off. */
export function UsageEmailsSwitch({ initial }: { readonly initial: boolean }) {
  const [on, setOn] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>();

  const change = async (wanted: boolean): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.settings.setUsageEmails.mutate({ on: wanted });
      setOn(wanted);
    } catch (error) {
      setProblem(explainCallError(error));
    }
    setBusy(false);
  };

  return (
    <Stack gap={12}>
      <ChoiceField
        kind="switch"
        label="Emails about your allowance"
        description="We send an email when 80% of a billing period's requests are used, and another when all are used."
        checked={on}
        disabled={busy}
        onChange={(wanted) => void change(wanted)}
      />
      {problem !== undefined && <Problem>{problem}</Problem>}
    </Stack>
  );
}
