"use client";

import { type ReactNode, useState } from "react";
import { LocalTime, useLocalTime } from "@/app/(account)/account/local-time";
import { EndAllSessions } from "@/app/(account)/account/security/end-all-sessions";
import { api } from "@/app/shared/call-api";
import { Badge } from "@/app/ui/badge";
import { Button } from "@/app/ui/button";
import { explainCallError } from "@/app/ui/explain-call-error";
import { Problem } from "@/app/ui/problem";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import classes from "@/app/ui/responsive-table.module.css";
import { Row, Stack } from "@/app/ui/stack";
import { Heading, Text } from "@/app/ui/text";
import { Toast } from "@/app/ui/toast";

type SessionView = {
  readonly id: string;
  readonly device: string;
  /** A range of IP addresses. */
  readonly network: string | null;
  readonly createdAt: string | null;
  readonly lastSeenAt: string | null;
  readonly isCurrent: boolean;
};

const columns = [
  { name: "Device" },
  { name: "Network", width: "middle" },
  { name: "Signed in", width: "wide" },
  { name: "Last seen", width: "wide" },
  { name: "Actions", width: "middle", end: true },
] as const;

const Time = ({ at }: { readonly at: string | null }) =>
  at === null ? "Not recorded" : <LocalTime at={at} />;

type SessionsProps = { readonly initial: readonly SessionView[]; readonly hasIdentities: boolean };

/** The account's sessions, with buttons to end one or all of them. */
export function Sessions({ initial, hasIdentities }: SessionsProps) {
  const localTime = useLocalTime();
  const [sessions, setSessions] = useState(initial);
  const [busy, setBusy] = useState<string>();
  const [ending, setEnding] = useState(false);
  const [problem, setProblem] = useState<ReactNode>();
  const [announcement, setAnnouncement] = useState("");

  const end = async ({ id, device }: SessionView): Promise<void> => {
    setBusy(id);
    setProblem(undefined);
    try {
      await api.account.endSession.mutate({ sessionId: id });
      setSessions((current) => current.filter((session) => session.id !== id));
      setAnnouncement(`${device} is signed out.`);
      document.getElementById("end-all")?.focus();
    } catch (error) {
      setProblem(explainCallError(error));
    }
    setBusy(undefined);
  };

  return (
    <Stack as="section" aria-labelledby="sessions">
      <Row justify="between" align="end">
        <Stack gap={4} narrow>
          <Heading id="sessions">Sessions</Heading>
          <Text quiet small>
            Where you are signed in to this website. A session lasts 14 days. Signing out does not affect API
            keys.
          </Text>
        </Stack>
        <Button id="end-all" variant="default" onClick={() => setEnding(true)}>
          Sign out everywhere
        </Button>
      </Row>
      <Toast message={announcement} />
      {problem !== undefined && <Problem>{problem}</Problem>}
      <ResponsiveTable label="Sessions" columns={columns}>
        {sessions.map((session) => {
          const { id, device, network, createdAt, lastSeenAt, isCurrent } = session;
          return (
            <tr key={id}>
              <th scope="row">
                {device} {isCurrent && <Badge>This session</Badge>}
              </th>
              <td data-name="Network" className={classes.breaking}>
                {network ?? "Unknown"}
              </td>
              <td data-name="Signed in">
                <Time at={createdAt} />
              </td>
              <td data-name="Last seen">{isCurrent ? "Now" : <Time at={lastSeenAt} />}</td>
              <td className={`${classes.end} ${classes.action}`}>
                {!isCurrent && (
                  <Button
                    size="compact"
                    variant="default"
                    busy={busy === id}
                    aria-label={`Sign out ${device}, signed in ${createdAt === null ? "at an unknown time" : localTime(createdAt)}`}
                    onClick={() => void end(session)}
                  >
                    Sign out
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </ResponsiveTable>
      <EndAllSessions opened={ending} hasIdentities={hasIdentities} onClose={() => setEnding(false)} />
    </Stack>
  );
}
