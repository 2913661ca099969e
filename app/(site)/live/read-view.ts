import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { serverClock } from "@/app/(site)/live/server-clock";
import type { CallError } from "@/app/shared/call-api";
import type { ScreenRouter } from "@/server/web/api/procedures/screen";

type Outputs = inferRouterOutputs<ScreenRouter>;
type Inputs = inferRouterInputs<ScreenRouter>;

export type ViewName = keyof Outputs & string;
export type View<Name extends ViewName> = Outputs[Name];
/** The parameters of a view: strings by parameter name. */
export type ViewInput<Name extends ViewName> = undefined extends Inputs[Name]
  ? Readonly<Record<string, never>>
  : Inputs[Name];

/** A view with its entity tag and the time at which it was read (ms, by the server's clock). */
export type ReadView<Name extends ViewName> = {
  readonly view: View<Name>;
  readonly etag: string;
  readonly readAt: number;
};

export type ViewResult<Name extends ViewName> =
  | { readonly kind: "read"; readonly read: ReadView<Name> }
  | { readonly kind: "unchanged"; readonly readAt: number }
  | { readonly kind: "failed"; readonly error: CallError };

const unreachable: CallError = { code: "UNREACHABLE", message: "No response from the service." };

type Envelope = {
  readonly error: Omit<CallError, "docsUrl" | "requiredPlan"> & {
    readonly docs_url: string;
    readonly required_plan?: NonNullable<CallError["requiredPlan"]>;
  };
};

const readError = async (response: Response): Promise<CallError> => {
  const retryAfter = Number(response.headers.get("retry-after") ?? 0);
  const retry = retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {};
  // A proxy may have sent a response that is not JSON. The page then shows its own text.
  const body = (await response.json().catch(() => undefined)) as Envelope | undefined;
  if (body?.error?.code === undefined) return { ...unreachable, ...retry };
  const { code, message, docs_url: docsUrl, required_plan: requiredPlan } = body.error;
  return { code, message, docsUrl, ...(requiredPlan !== undefined && { requiredPlan }), ...retry };
};

const queryOf = (input: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  ).toString();

/** Reads a view with the session's cookie, at the moment of a cursor of the stream or later. Never rejects. Uses `fetch`, because tRPC's client cannot send conditional requests. */
export const readView = async <Name extends ViewName>(
  name: Name,
  input: ViewInput<Name>,
  previous: ReadView<Name> | undefined,
  signal: AbortSignal,
  cursor: string | undefined,
): Promise<ViewResult<Name>> => {
  const sentAt = serverClock.elapsed();
  try {
    const response = await fetch(
      `/api/screen/${name}?${queryOf(input as Readonly<Record<string, unknown>>)}`,
      {
        cache: "no-store",
        signal,
        headers: {
          ...(previous !== undefined && { "If-None-Match": previous.etag }),
          ...(cursor !== undefined && { "X-Odds-Cursor": cursor }),
        },
      },
    );
    const stated = Number(response.headers.get("x-server-time") ?? Number.NaN);
    if (response.status !== 200 && response.status !== 304)
      return { kind: "failed", error: await readError(response) };
    serverClock.sync(stated, sentAt);
    if (response.status === 304) return { kind: "unchanged", readAt: stated };
    const view = (await response.json()) as View<Name>;
    return { kind: "read", read: { view, etag: response.headers.get("etag") ?? "", readAt: stated } };
  } catch {
    return { kind: "failed", error: unreachable };
  }
};
