import { Group, Stack, Text, Title } from "@mantine/core";
import { nameOfKeyId } from "@/app/(account)/account/key-name";
import { formatDuration } from "@/app/(account)/account/requests/call-table";
import { errorPagePath, remedyOf } from "@/app/(account)/account/requests/refusal-remedies";
import classes from "@/app/(account)/account/requests/request-log.module.css";
import { CopyButton } from "@/app/ui/copy-button";
import { EndpointPath } from "@/app/ui/endpoint-path";
import { formatSecond } from "@/app/ui/format";
import { LinkButton } from "@/app/ui/link-button";
import { Panel } from "@/app/ui/panel";
import { TextLink } from "@/app/ui/text-link";
import type { LoggedCall } from "@/server/account/call-log/read-calls";
import type { ApiKeyRecord } from "@/server/account/keys/key-record";
import { type ErrorCode, errors } from "@/server/domain/errors/errors";

function Explanation({ code }: { readonly code: ErrorCode }) {
  const { title, happened, fix } = errors[code];
  const remedy = remedyOf(code);
  return (
    <Panel>
      <Stack gap="sm">
        <Title order={2} size="h3">
          {title}
        </Title>
        <div>
          <Text fw={550} size="sm">
            What happened
          </Text>
          <Text>{happened}</Text>
        </div>
        <div>
          <Text fw={550} size="sm">
            How to fix it
          </Text>
          <Text>{fix}</Text>
        </div>
        <Group gap="md">
          {remedy !== undefined && (
            <LinkButton href={remedy.href} size="sm">
              {remedy.label}
            </LinkButton>
          )}
          <TextLink href={errorPagePath(code)} size="sm">
            {code} in the docs
          </TextLink>
        </Group>
      </Stack>
    </Panel>
  );
}

type CallDetailsProps = { readonly call: LoggedCall; readonly keys: readonly ApiKeyRecord[] };

/** The details of one call. A rejected call is explained first. */
export function CallDetails({ call, keys }: CallDetailsProps) {
  const { requestId, at, method, endpoint, status, code, cost, durationMs, keyId } = call;
  const facts = [
    { name: "Time", value: `${formatSecond(at.getTime())} UTC` },
    { name: "Endpoint", value: <EndpointPath method={method} path={endpoint} /> },
    { name: "Result", value: code === null ? status : `${status} ${code}` },
    { name: "Cost", value: cost === 1 ? "1 request" : "0 requests" },
    { name: "API key", value: <bdi>{nameOfKeyId(keys, keyId ?? "website")}</bdi> },
    { name: "Duration", value: formatDuration(durationMs) },
    {
      name: "Request id",
      value: (
        <Group gap="xs">
          <code>{requestId}</code> <CopyButton value={requestId} noun="request id" />
        </Group>
      ),
    },
  ];
  return (
    <Stack gap="lg">
      {code !== null && <Explanation code={code} />}
      <Panel>
        <dl className={classes.facts}>
          {facts.map(({ name, value }) => (
            <div key={name} style={{ display: "contents" }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <TextLink href="/account/requests" size="sm">
        Back to request log
      </TextLink>
    </Stack>
  );
}
