"use client";

import { useEffect, useState } from "react";
import { type RequestedLink, readRequestedLink, requestLink } from "@/app/signin/request-link";
import { Button } from "@/app/ui/button";
import { Problem } from "@/app/ui/problem";

const waitMs = 30_000;

/** Says that a sign-in link was sent. Only the tab that requested the link shows the email address and a button to send another link. */
export function SentLink() {
  const [requested, setRequested] = useState<RequestedLink>();
  const [state, setState] = useState<"waiting" | "ready" | "busy">("waiting");
  const [outcome, setOutcome] = useState<{ readonly sent: boolean; readonly problem?: string | undefined }>();

  useEffect(() => setRequested(readRequestedLink()), []);
  useEffect(() => {
    if (state !== "waiting") return;
    const timer = setTimeout(() => setState("ready"), waitMs);
    return () => clearTimeout(timer);
  }, [state]);

  const sendAgain = async ({ email, returnPath }: RequestedLink): Promise<void> => {
    setState("busy");
    const problem = await requestLink(email, returnPath);
    setOutcome({ sent: problem === undefined, problem });
    setState(problem === undefined ? "waiting" : "ready");
  };

  return (
    <>
      <p>
        We sent a sign-in link to {requested === undefined ? "you" : <strong>{requested.email}</strong>}. It
        works once and expires in one hour.
      </p>
      {requested !== undefined && (
        <Button
          variant="default"
          busy={state === "busy"}
          disabled={state === "waiting"}
          onClick={() => sendAgain(requested)}
        >
          {state === "waiting" ? "Send again in 30 seconds" : "Send again"}
        </Button>
      )}
      <p role="status" hidden={outcome?.sent !== true}>
        {outcome?.sent === true && "Requested again. The earlier link still works too."}
      </p>
      {outcome?.problem !== undefined && <Problem>{outcome.problem}</Problem>}
    </>
  );
}
