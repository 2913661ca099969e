"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { api } from "@/app/shared/call-api";
import { Button } from "@/app/ui/button";
import { explainCallError } from "@/app/ui/explain-call-error";
import { Panel } from "@/app/ui/panel";
import { Problem } from "@/app/ui/problem";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import classes from "@/app/ui/responsive-table.module.css";
import { Stack } from "@/app/ui/stack";
import { Heading, Text } from "@/app/ui/text";
import { Toast } from "@/app/ui/toast";
import type { Identity } from "@/server/account/sign-in/identities";

const columns = [
  { name: "Provider" },
  { name: "User id", width: "wide" },
  { name: "Actions", width: "middle", end: true },
] as const;

type IdentitiesProps = { readonly initial: readonly Identity[]; readonly email: string };

/** The GitHub users that are linked to the account, with buttons to unlink them. */
export function Identities({ initial, email }: IdentitiesProps) {
  const router = useRouter();
  const [identities, setIdentities] = useState(initial);
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<ReactNode>();
  const [announcement, setAnnouncement] = useState("");

  const unlink = async ({ provider, userId }: Identity): Promise<void> => {
    setBusy(userId);
    setProblem(undefined);
    try {
      await api.account.unlinkIdentity.mutate({ provider, userId });
      setIdentities((current) => current.filter((identity) => identity.userId !== userId));
      setAnnouncement(`GitHub user ${userId} is unlinked.`);
      // "Sign out everywhere" on the same page offers to unlink GitHub only if a user is linked.
      router.refresh();
      document.getElementById("identities")?.focus();
    } catch (error) {
      setProblem(explainCallError(error));
    }
    setBusy(undefined);
  };

  return (
    <Stack as="section" aria-labelledby="identities">
      <Stack gap={4} narrow>
        <Heading id="identities" tabIndex={-1}>
          Sign-in with GitHub
        </Heading>
        <Text quiet small>
          A linked GitHub user can sign in only while <bdi>{email}</bdi> is its primary, verified address.
        </Text>
      </Stack>
      <Toast message={announcement} />
      {problem !== undefined && <Problem>{problem}</Problem>}
      {identities.length === 0 ? (
        <Panel>
          <Text small quiet>
            No GitHub user is linked.
          </Text>
        </Panel>
      ) : (
        <ResponsiveTable label="Linked GitHub users" columns={columns}>
          {identities.map((identity) => (
            <tr key={`${identity.provider} ${identity.userId}`}>
              <th scope="row">GitHub</th>
              <td data-name="User id" className={classes.breaking}>
                {identity.userId}
              </td>
              <td className={`${classes.end} ${classes.action}`}>
                <Button
                  size="compact"
                  variant="default"
                  busy={busy === identity.userId}
                  aria-label={`Unlink GitHub user ${identity.userId}`}
                  onClick={() => void unlink(identity)}
                >
                  Unlink
                </Button>
              </td>
            </tr>
          ))}
        </ResponsiveTable>
      )}
    </Stack>
  );
}
