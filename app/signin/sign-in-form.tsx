"use client";

import { Button, Divider, Stack, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { signIn } from "next-auth/react";
import { type FormEvent, useState } from "react";
import { explainSignInError } from "@/server/accounts/sign-in-errors";

type SignInFormProps = { readonly returnPath: string; readonly withGitHub: boolean };

export function SignInForm({ returnPath, withGitHub }: SignInFormProps) {
  const router = useRouter();
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"email" | "github">();

  const requestLink = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!event.currentTarget.checkValidity()) {
      setProblem("Enter one valid email address.");
      return;
    }
    setBusy("email");
    setProblem(undefined);
    try {
      const response = await signIn("email", { email, callbackUrl: returnPath, redirect: false });
      const error = response === undefined || response.status >= 500 ? "Unavailable" : response.error;
      if (!error) return router.push("/signin/check-mail");
      setProblem(explainSignInError(error));
    } catch {
      setProblem(explainSignInError("Unavailable"));
    }
    setBusy(undefined);
  };

  const continueWithGitHub = async (): Promise<void> => {
    setBusy("github");
    await signIn("github", { callbackUrl: returnPath }).catch(() => {
      setProblem(explainSignInError("Unavailable"));
      setBusy(undefined);
    });
  };

  return (
    <Stack>
      <form onSubmit={requestLink} noValidate>
        <Stack>
          <TextInput
            label="Email address"
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            placeholder="you@example.com"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={problem}
            errorProps={{ role: "alert" }}
            required
            withAsterisk={false}
          />
          <Button type="submit" loading={busy === "email"} disabled={busy === "github"} fullWidth>
            Email me a link
          </Button>
        </Stack>
      </form>
      {withGitHub && (
        <>
          <Divider label="or" />
          <Button
            variant="default"
            loading={busy === "github"}
            disabled={busy === "email"}
            onClick={continueWithGitHub}
            fullWidth
          >
            Continue with GitHub
          </Button>
        </>
      )}
    </Stack>
  );
}
