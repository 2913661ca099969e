"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { postSignIn } from "@/app/signin/post-sign-in";
import { findAddressProblem, requestLink, storeRequestedLink } from "@/app/signin/request-link";
import classes from "@/app/signin/sign-in.module.css";
import { Button } from "@/app/ui/button";
import { TextField } from "@/app/ui/text-field";
import { explainSignInError } from "@/server/account/sign-in/sign-in-errors";

type SignInFormProps = { readonly returnPath: string; readonly withGitHub: boolean };

export function SignInForm({ returnPath, withGitHub }: SignInFormProps) {
  const router = useRouter();
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"email" | "github">();

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const addressProblem = findAddressProblem(email);
    setProblem(addressProblem);
    if (addressProblem !== undefined) return;
    setBusy("email");
    const address = email.trim();
    const requestProblem = await requestLink(address, returnPath);
    if (requestProblem === undefined) {
      storeRequestedLink({ email: address, returnPath });
      router.push("/signin/check-mail");
      return;
    }
    setProblem(requestProblem);
    setBusy(undefined);
  };

  const continueWithGitHub = async (): Promise<void> => {
    setBusy("github");
    try {
      window.location.assign(await postSignIn("github", { callbackUrl: returnPath }));
    } catch {
      setProblem(explainSignInError("Unavailable"));
      setBusy(undefined);
    }
  };

  return (
    <>
      <form onSubmit={submit} noValidate className={classes.stack}>
        <TextField
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
          required
        />
        <Button type="submit" wide busy={busy === "email"} disabled={busy === "github"}>
          Email me a link
        </Button>
      </form>
      {withGitHub && (
        <>
          <div className={classes.or}>or</div>
          <Button
            variant="default"
            wide
            busy={busy === "github"}
            disabled={busy === "email"}
            onClick={continueWithGitHub}
          >
            Continue with GitHub
          </Button>
        </>
      )}
    </>
  );
}
