"use client";

import { type FormEvent, useState } from "react";
import { buildCall, curlCommand, missingParameters } from "@/app/(site)/docs/reference/build-call";
import { ConsoleResult } from "@/app/(site)/docs/reference/console-result";
import { useCredentials } from "@/app/(site)/docs/reference/credentials";
import type { ParameterDoc } from "@/app/(site)/docs/reference/list-operations";
import classes from "@/app/(site)/docs/reference/reference.module.css";
import { type ConsoleResponse, sendCall } from "@/app/(site)/docs/reference/send-call";
import { Button } from "@/app/ui/button";
import { CodeBlock } from "@/app/ui/code-block";
import { SelectField } from "@/app/ui/select-field";
import { TextField } from "@/app/ui/text-field";
import { ownValue } from "@/server/catalogue/own-value";

export type ConsoleProps = {
  readonly method: string;
  readonly path: string;
  readonly access: "key" | "session";
  readonly counted: boolean;
  readonly baseUrl: string;
  readonly parameters: readonly ParameterDoc[];
  readonly prefilled: Readonly<Record<string, string>>;
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

export const ConsoleForm = ({ method, path, access, baseUrl, parameters, prefilled }: ConsoleProps) => {
  const { credentials } = useCredentials();
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(parameters.map(({ name }) => [name, ownValue(prefilled, name) ?? ""])),
  );
  const [state, setState] = useState<ConsoleState>({ kind: "idle" });
  const call = buildCall(method, path, parameters, values);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const missing = missingParameters(parameters, values);
    if (missing.length > 0) {
      setState({ kind: "problem", message: `Fill in ${missing.join(" and ")} first.` });
      return;
    }
    setState({ kind: "sending" });
    try {
      setState({ kind: "done", response: await sendCall(call, access, credentials) });
    } catch {
      setState({
        kind: "problem",
        message:
          "The call was not sent. The service is unreachable, or the key contains characters that a header can't contain.",
      });
    }
  };

  const hasCredential = (access === "key" ? credentials.apiKey : credentials.accessToken) !== "";
  return (
    <form className={classes.form} onSubmit={send}>
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={ownValue(values, parameter.name) ?? ""}
          onChange={(value) => setValues((before) => ({ ...before, [parameter.name]: value }))}
        />
      ))}
      <CodeBlock label="curl command" caption="curl" code={curlCommand(baseUrl, call, access)} />
      <div className={classes.send}>
        <Button type="submit" size="xs" busy={state.kind === "sending"}>
          Send {method}
        </Button>
        {!hasCredential && (
          <a href="#credentials">
            {access === "key" ? "Enter your API key first" : "Enter an access token first"}
          </a>
        )}
      </div>
      <div aria-live="polite">
        {state.kind === "problem" && <p className={classes.problem}>{state.message}</p>}
        {state.kind === "done" && <ConsoleResult response={state.response} />}
      </div>
    </form>
  );
};
