"use client";

import { Button, Group, Radio, RadioGroup, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { api } from "@/app/shared/call-api";
import { EmptyState } from "@/app/ui/empty-state";
import { explainCallError } from "@/app/ui/explain-call-error";
import { Panel } from "@/app/ui/panel";
import { Problem } from "@/app/ui/problem";
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
        <Stack maw={620}>
          <RadioGroup label="Plan" value={wanted} onChange={setWanted}>
            <Stack gap="sm" mt={8}>
              {plans.map(({ name, title, figures }) => (
                <Radio key={name} value={name} label={title} description={figures} />
              ))}
            </Stack>
          </RadioGroup>
          <TextLink href="/pricing" size="sm">
            Compare plans
          </TextLink>
          <Textarea
            label="Note (optional)"
            description="For example, what you need the plan for and when it should start."
            maxLength={maxNoteLength}
            autosize
            minRows={3}
            maxRows={10}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            We receive your note and your email address, {email}.
          </Text>
          {problem !== undefined && <Problem>{problem}</Problem>}
          <Group>
            <Button type="submit" loading={state === "busy"}>
              Send request
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
