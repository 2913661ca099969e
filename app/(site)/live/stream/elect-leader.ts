/** A tab that has not heard its leader for so long claims to lead. A leader is heard every `leadEveryMs`. */
const maxSilentMs = 5_000;
const leadEveryMs = 1_500;
/** A claim succeeds if nobody contradicts it for so long. */
const claimMs = 300;

/**
 * Elects a leader among the tabs of this browser that call this function with the same name. Calls `lead` in the elected tab.
 * @param lead begins to lead, and returns a function that ends it.
 * @returns a function with which this tab leaves. If it leads, another tab takes over.
 */
export const electLeader = (name: string, lead: () => () => void): (() => void) =>
  // Browsers have locks on secure origins only.
  "locks" in navigator ? electByLock(name, lead) : electByClaims(name, lead);

const electByLock = (name: string, lead: () => () => void): (() => void) => {
  const leaving = new AbortController();
  navigator.locks
    .request(name, { signal: leaving.signal }, () => {
      const stop = lead();
      return new Promise<void>((resolve) => {
        leaving.signal.addEventListener("abort", () => {
          stop();
          resolve();
        });
      });
    })
    // The request of the lock was given up, because the page left.
    .catch(() => undefined);
  return () => leaving.abort();
};

type Claim = { readonly kind: "claim" | "lead" | "left"; readonly id: string };

/** As `electByLock`, with messages between the tabs. If two tabs lead for a moment, the one with the lower id stays. */
export const electByClaims = (name: string, lead: () => () => void): (() => void) => {
  const channel = new BroadcastChannel(`${name} leader`);
  const id = String(Math.random());
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (kind: Claim["kind"]): void => channel.postMessage({ kind, id } satisfies Claim);

  const follow = (silentMs: number): void => {
    stop?.();
    stop = undefined;
    clearTimeout(timer);
    timer = setTimeout(claim, silentMs);
  };
  const keepLeading = (): void => {
    say("lead");
    timer = setTimeout(keepLeading, leadEveryMs);
  };
  const claim = (): void => {
    say("claim");
    timer = setTimeout(() => {
      stop = lead();
      keepLeading();
    }, claimMs);
  };

  channel.onmessage = ({ data }: MessageEvent<Claim>): void => {
    if (data.kind === "left") {
      if (stop === undefined) follow(Math.random() * claimMs);
    } else if (stop !== undefined && (data.kind === "claim" || id < data.id)) say("lead");
    else if (data.kind === "lead" || data.id < id) follow(maxSilentMs);
  };
  claim();
  return () => {
    clearTimeout(timer);
    if (stop !== undefined) {
      stop();
      stop = undefined;
      say("left");
    }
    channel.close();
  };
};
