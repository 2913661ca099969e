"use client";

import { type FormEvent, useState } from "react";
import { buildCall, curlCommand, missingParameters } from "@/app/(site)/docs/reference/build-call";
import classes from "@/app/(site)/docs/reference/console.module.css";
import { ConsoleResult } from "@/app/(site)/docs/reference/console-result";
import { CredentialField, useCredentials } from "@/app/(site)/docs/reference/credentials";
import type { ParameterDoc } from "@/app/(site)/docs/reference/list-operations";
import { type ConsoleResponse, callFromSite, sendCall } from "@/app/(site)/docs/reference/send-call";
import { Button } from "@/app/ui/button";
import { CodeBlock } from "@/app/ui/code-block";
import { SelectField } from "@/app/ui/select-field";
import { TextField } from "@/app/ui/text-field";
import { ownValue } from "@/server/domain/catalogue/own-value";
import type { Limit } from "@/server/web/http/screen/viewing-limit";

type ConsoleProps = {
  /** Such as `odds.list`. */
  readonly procedure: string;
  readonly method: string;
  readonly path: string;
  readonly access: "key" | "session";
  readonly counted: boolean;
  readonly baseUrl: string;
  readonly parameters: readonly ParameterDoc[];
  /** Initial values, by parameter. */
  readonly prefilled: Readonly<Record<string, string>>;
  readonly isSignedIn: boolean;
  /** The limit on visitors' calls without a key; undefined if visitors need a key. */
  readonly visitorLimit: Limit | undefined;
};

type FieldProps = {
  readonly parameter: ParameterDoc;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

const ParameterField = ({ parameter, value, onChange }: FieldProps) => {
  const { name, required, values, type, fallback, example } = parameter;
  const options = type === "boolean" ? ["true", "false"] : values;
  if (options.length > 0)
    return (
      <SelectField
        small
        label={name}
        value={value}
        options={[
          { value: "", label: fallback === undefined ? "not sent" : `not sent (${fallback})` },
          ...options.map((option) => ({ value: option, label: option })),
        ]}
        onChange={onChange}
      />
    );
  return (
    <TextField
      small
      label={required ? `${name} (required)` : name}
      placeholder={fallback ?? example ?? ""}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

type ConsoleState =
  | { readonly kind: "idle" | "sending" }
  | { readonly kind: "problem"; readonly message: string }
  | { readonly kind: "done"; readonly response: ConsoleResponse };

const costHint = (counted: boolean, isSignedIn: boolean, withoutKey: boolean): string => {
  if (withoutKey) return "Without a key: live prices of some sports, at no cost.";
  const cost = counted ? "Costs 1 request." : "Free.";
  return isSignedIn ? `Runs as your account, no key needed. ${cost}` : cost;
};

/**
 * Calls one endpoint: as the signed-in account, with a key or token that the visitor enters, or without credentials. A call without
 * credentials works only for some endpoints, and only for the sports that server/run/public-sports.ts selects.
 */
export const Console = (props: ConsoleProps) => {
  const { procedure, method, path, access, counted, baseUrl, parameters, prefilled } = props;
  const { isSignedIn, visitorLimit } = props;
  const { credentials } = useCredentials();
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(parameters.map(({ name }) => [name, ownValue(prefilled, name) ?? ""])),
  );
  const [state, setState] = useState<ConsoleState>({ kind: "idle" });
  const call = buildCall(method, path, parameters, values);
  const withoutKey = !isSignedIn && visitorLimit !== undefined && credentials.apiKey === "";

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const missing = missingParameters(parameters, values);
    if (missing.length > 0) {
      setState({ kind: "problem", message: `Fill in ${missing.join(" and ")} first.` });
      return;
    }
    setState({ kind: "sending" });
    try {
      const response =
        isSignedIn || withoutKey
          ? await callFromSite(procedure, parameters, values)
          : await sendCall(call, access, credentials);
      setState({ kind: "done", response });
    } catch {
      setState({
        kind: "problem",
        message: "No response. Check your connection, and that the key was pasted completely.",
      });
    }
  };

  return (
    <form className={classes.console} onSubmit={send}>
      {!isSignedIn && <CredentialField access={access} visitorLimit={visitorLimit} />}
      {parameters.length > 0 && (
        <div className={classes.fields}>
          {parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              value={ownValue(values, parameter.name) ?? ""}
              onChange={(value) => setValues((before) => ({ ...before, [parameter.name]: value }))}
            />
          ))}
        </div>
      )}
      <CodeBlock label="curl command" caption="curl" code={curlCommand(baseUrl, call, access)} wrap />
      <div className={classes.send}>
        <Button type="submit" size="xs" busy={state.kind === "sending"}>
          Send {method}
        </Button>
        <span className={classes.hint}>{costHint(counted, isSignedIn, withoutKey)}</span>
      </div>
      <div aria-live="polite">
        {state.kind === "problem" && <p className={classes.problem}>{state.message}</p>}
        {state.kind === "done" && <ConsoleResult response={state.response} />}
      </div>
    </form>
  );
};
