import { ApiError } from "@/server/domain/errors/api-error";

/** Deliveries of one token that a process handles at once. */
const maxInProgress = 10;
/** Bytes of bodies that a process receives from one token in one second. */
export const maxBytesPerSecond = 16 * 1024 * 1024;
/** Bytes of the bodies that are in memory until they are recorded, of all tokens. If they are used up, each token gets an equal share. */
const maxPendingBytes = 192 * 1024 * 1024;

const refused = (message: string): ApiError => new ApiError("SPEED_LIMIT", { message, retryAfterSeconds: 1 });

const tooManyInProgress = (): ApiError =>
  refused("Too many deliveries are in progress. Wait for their responses.");

type TokenState = { inProgress: number; pendingBytes: number; second: number; bytes: number };

/** Removes tokens without a body in progress whose bytes no longer count. */
const forgetIdle = (tokens: Map<string, TokenState>, nowMs: number): void => {
  const second = Math.floor(nowMs / 1000);
  for (const [tokenId, state] of tokens)
    if (state.inProgress === 0 && state.second !== second) tokens.delete(tokenId);
};

/** Counts the bytes of one body as they arrive. @throws SPEED_LIMIT */
export type CountBytes = (bytes: number) => void;

/**
 * Limits the bodies of each token, so that no token can use up what others need: how many are in progress, how many bytes arrive per second,
 * and how many bytes wait in memory.
 * @param now ms since the epoch.
 */
export const createBodyLimit = (now: () => number, limits = { maxPendingBytes }) => {
  const tokens = new Map<string, TokenState>();
  let pendingBytes = 0;
  return async <T>(tokenId: string, work: (count: CountBytes) => Promise<T>): Promise<T> => {
    const second = Math.floor(now() / 1000);
    const state = tokens.get(tokenId) ?? { inProgress: 0, pendingBytes: 0, second, bytes: 0 };
    if (state.inProgress >= maxInProgress) throw tooManyInProgress();
    if (state.second === second && state.bytes >= maxBytesPerSecond)
      throw refused(`More than ${maxBytesPerSecond} bytes in one second.`);
    tokens.set(tokenId, state);
    state.inProgress += 1;
    let own = 0;
    const count: CountBytes = (bytes) => {
      const current = Math.floor(now() / 1000);
      if (state.second !== current) Object.assign(state, { second: current, bytes: 0 });
      state.bytes += bytes;
      const active = [...tokens.values()].filter(({ inProgress }) => inProgress > 0).length;
      const share = limits.maxPendingBytes / active;
      if (pendingBytes + bytes > limits.maxPendingBytes && state.pendingBytes + bytes > share)
        throw tooManyInProgress();
      own += bytes;
      state.pendingBytes += bytes;
      pendingBytes += bytes;
    };
    try {
      return await work(count);
    } finally {
      pendingBytes -= own;
      state.pendingBytes -= own;
      state.inProgress -= 1;
      forgetIdle(tokens, now());
    }
  };
};
