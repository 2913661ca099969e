import { KeyLabel } from "@/app/(account)/account/key-label";
import { LocalTime } from "@/app/(account)/account/local-time";
import { formatResponseTime } from "@/app/(account)/account/requests/call-table";
import { curlOfCall } from "@/app/(account)/account/requests/curl-of-call";
import { errorPagePath, remedyOf } from "@/app/(account)/account/requests/refusal-remedies";
import classes from "@/app/(account)/account/requests/request-log.module.css";
import type { PlanAction } from "@/app/(site)/pricing/plan-action";
import { BreakableText } from "@/app/ui/breakable-text";
import { CodeBlock } from "@/app/ui/code-block";
import { CopyButton } from "@/app/ui/copy-button";
import { EndpointPath } from "@/app/ui/endpoint-path";
import { LinkButton } from "@/app/ui/link-button";
import { Panel } from "@/app/ui/panel";
import { Row, Stack } from "@/app/ui/stack";
import { Heading, Text } from "@/app/ui/text";
import { TextLink } from "@/app/ui/text-link";
import type { LoggedCall } from "@/server/account/call-log/read-calls";
import type { ApiKeyRecord } from "@/server/account/keys/key-record";
import { type ErrorCode, errors } from "@/server/domain/errors/errors";
import { planTitle } from "@/server/domain/plans/plans";

type Explained = Pick<LoggedCall, "message" | "requiredPlan"> & { readonly code: ErrorCode };

const titleOf = ({ code, requiredPlan }: Explained): string =>
  requiredPlan === null ? errors[code].title : `This needs the ${planTitle(requiredPlan)} plan`;

type ExplanationProps = {
  readonly call: Explained;
  /** Where the account gets the plan that the call requires. */
  readonly upgrade: PlanAction | undefined;
};

/** Why a call was rejected: its own message first, then the general explanation. */
function Explanation({ call, upgrade }: ExplanationProps) {
  const { code, message, requiredPlan } = call;
  const { happened, fix } = errors[code];
  const remedy =
    requiredPlan !== null && upgrade !== undefined
      ? { href: upgrade.href, label: `Upgrade to ${planTitle(requiredPlan)}` }
      : remedyOf(code);
  return (
    <Panel>
      <Stack gap={12}>
        <Heading small>{titleOf(call)}</Heading>
        <div>
          <Text small strong>
            What happened
          </Text>
          {message !== null && <Text>{message}</Text>}
          <Text quiet={message !== null} small={message !== null}>
            {happened}
          </Text>
        </div>
        <div>
          <Text small strong>
            How to fix it
          </Text>
          <Text>
            {requiredPlan === null
              ? fix
              : `Change to the ${planTitle(requiredPlan)} plan, or request a fixture that your plan covers.`}
          </Text>
        </div>
        <Row>
          {remedy !== undefined && <LinkButton href={remedy.href}>{remedy.label}</LinkButton>}
          <TextLink href={errorPagePath(code)} size="sm">
            {code} in the docs
          </TextLink>
        </Row>
      </Stack>
    </Panel>
  );
}

type CallDetailsProps = {
  readonly call: LoggedCall;
  readonly keys: readonly ApiKeyRecord[];
  readonly baseUrl: string;
  readonly upgrade: PlanAction | undefined;
};

/** The details of one call. A rejected call is explained first. */
export function CallDetails({ call, keys, baseUrl, upgrade }: CallDetailsProps) {
  const { requestId, at, method, endpoint, status, code, cost, durationMs, keyId } = call;
  const curl = curlOfCall(call, baseUrl);
  const facts = [
    ...(call.target === null
      ? []
      : [
          {
            name: "Request",
            value: (
              <code>
                <BreakableText>{call.target}</BreakableText>
              </code>
            ),
          },
        ]),
    { name: "Time", value: <LocalTime at={at.getTime()} format="withSecondsAndYear" /> },
    { name: "Endpoint", value: <EndpointPath method={method} path={endpoint} /> },
    { name: "Result", value: code === null ? status : `${status} ${code}` },
    { name: "Cost", value: cost === 1 ? "1 request" : "0 requests" },
    { name: "API key", value: <KeyLabel keys={keys} keyId={keyId ?? "website"} /> },
    { name: "Duration", value: formatResponseTime(durationMs) },
    {
      name: "Request id",
      value: (
        <Row gap={10}>
          <code>{requestId}</code> <CopyButton value={requestId} noun="request id" />
        </Row>
      ),
    },
  ];
  return (
    <Stack gap={20}>
      {code !== null && <Explanation call={{ ...call, code }} upgrade={upgrade} />}
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
      {curl !== undefined && (
        <CodeBlock label="curl command" caption="Repeat this request" wrap code={curl} />
      )}
      <TextLink href="/account/requests" size="sm">
        Back to request log
      </TextLink>
    </Stack>
  );
}
