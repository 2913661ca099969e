"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { api } from "@/app/shared/call-api";
import { Button } from "@/app/ui/button";
import { RadioField } from "@/app/ui/choice-field";
import { EmptyState } from "@/app/ui/empty-state";
import { explainCallError } from "@/app/ui/explain-call-error";
import { Panel } from "@/app/ui/panel";
import { Problem } from "@/app/ui/problem";
import { Row, Stack } from "@/app/ui/stack";
import { Text } from "@/app/ui/text";
import { TextArea } from "@/app/ui/text-field";
import { TextLink } from "@/app/ui/text-link";
import type { PlanName } from "@/server/domain/plans/plans";

type PlanView = { readonly name: PlanName; readonly title: string; readonly figures: string };

type PlanRequestProps = {
  readonly email: string;
  /** The plan that is selected initially. */
  readonly initial: PlanName;
  readonly plans: readonly PlanView[];
  readonly maxNoteLength: number;
};

/** A form that requests another plan. The request is emailed to the operator. */
export function PlanRequest({ email, initial, plans, maxNoteLength }: PlanRequestProps) {
  const [wanted, setWanted] = useState<string>(initial);
  const [note, setNote] = useState("");
  const [state, setState] = useState<"idle" | "busy" | "sent">("idle");
  const [problem, setProblem] = useState<ReactNode>();
  const chosen = plans.find(({ name }) => name === wanted);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (chosen === undefined) return;
    setState("busy");
    setProblem(undefined);
    try {
      await api.account.requestPlan.mutate({ plan: chosen.name, note });
      setState("sent");
    } catch (error) {
      setProblem(explainCallError(error));
      setState("idle");
    }
  };

  if (state === "sent")
    return (
      <div role="status">
        <EmptyState title="Request sent" link={{ href: "/account", label: "Back to the overview" }}>
          We'll reply to {email} about the {chosen?.title} plan. Nothing changes until then.
        </EmptyState>
      </div>
    );
  return (
    <Panel>
      <form onSubmit={send} noValidate>
        <Stack narrow>
          <RadioField
            label="Plan"
            value={wanted}
            onChange={setWanted}
            options={plans.map(({ name, title, figures }) => ({
              value: name,
              label: title,
              description: figures,
            }))}
          />
          <TextLink href="/pricing" size="sm">
            Compare plans
          </TextLink>
          <TextArea
            label="Note (optional)"
            description="For example, what you need the plan for and when it should start."
            maxLength={maxNoteLength}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Text small quiet>
            We receive your note and your email address, {email}.
          </Text>
          {problem !== undefined && <Problem>{problem}</Problem>}
          <Row>
            <Button type="submit" busy={state === "busy"}>
              Send request
            </Button>
          </Row>
        </Stack>
      </form>
    </Panel>
  );
}
