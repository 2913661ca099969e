/**
 * What the counter store does in one step. Records, each with its lifetime:
 *
 * account: hash; `v` the account's terms, `k:<key id>` whether that key is live (1) or not (0), `l:<token>` a load in progress. A change of
 *   the account deletes it, loads in progress included, so that no load can bring back what it read before the change.
 * hint: account, key and terms by key hash; where to look, never proof.
 * counter: hash; `e` the ledger's epoch that it was opened in, `s` the number of its changes, `u` requests used.
 * opener: who is opening the counter.
 * mark: what became of one request: `c` charged, `r` given back, `x` cancelled before it was charged, `y` after. Lasting.
 * dirty: sorted set of counters by the time of a change that the ledger may not have yet.
 */
import { createHash } from "node:crypto";
import type { Script } from "@/server/metering/counter-store";

const script = (name: string, lua: string): Script => ({
  name,
  lua,
  sha: createHash("sha1").update(lua).digest("hex"),
});

/**
 * One call. Keys: account, window, counter; mark, dirty. Arguments: key id or "", terms, window ms, calls allowed in it, cost (0, 1, or 2:
 * nothing, but one must be left), allowance; counter's name, now ms, mark's lifetime ms. What follows a semicolon only where it costs 1.
 * Answers `unknown` (load the account), `invalid`, `changed` + terms, `no_counter` (open it), `cancelled`; else `speed`, `spent` or `ok`,
 * each with calls in the window, used, seq, epoch, and `ok` with the charge's own seq and epoch.
 */
export const admitScript = script(
  "admit",
  `local record = redis.call('HMGET', KEYS[1], 'v', 'k:' .. ARGV[1])
if not record[1] or (ARGV[1] ~= '' and not record[2]) then return {'unknown'} end
if ARGV[1] ~= '' and record[2] == '0' then return {'invalid'} end
if record[1] ~= ARGV[2] then return {'changed', record[1]} end
local counter = redis.call('HMGET', KEYS[3], 'u', 's', 'e')
if not counter[1] then return {'no_counter'} end
local used, seq, epoch = tonumber(counter[1]), tonumber(counter[2]), tonumber(counter[3])
if ARGV[5] == '1' then
  local mark = redis.call('GET', KEYS[4])
  if mark then
    local charge_epoch, charge_seq, calls = string.match(mark, '^c:(%d+):(%d+):(%d+)$')
    if not charge_epoch then return {'cancelled'} end
    return {'ok', tonumber(calls), used, seq, epoch, tonumber(charge_seq), tonumber(charge_epoch)}
  end
end
local calls = redis.call('INCRBY', KEYS[2], 1)
-- A call that set out within the window may arrive after its end.
if calls == 1 then redis.call('PEXPIRE', KEYS[2], 2 * ARGV[3]) end
if calls > tonumber(ARGV[4]) then return {'speed', calls, used, seq, epoch} end
if ARGV[5] ~= '0' and used >= tonumber(ARGV[6]) then return {'spent', calls, used, seq, epoch} end
if ARGV[5] == '1' then
  used = redis.call('HINCRBY', KEYS[3], 'u', 1)
  seq = redis.call('HINCRBY', KEYS[3], 's', 1)
  redis.call('SET', KEYS[4], 'c:' .. epoch .. ':' .. seq .. ':' .. calls, 'PX', ARGV[9])
  redis.call('ZADD', KEYS[5], 'NX', ARGV[8], ARGV[7])
end
return {'ok', calls, used, seq, epoch, seq, epoch}`,
);

/**
 * Gives a request back, once. Keys: counter, mark, dirty. Arguments: counter's name, now ms, mark's lifetime ms.
 * Answers `no_counter`, and will not do it later; else `given` with the refund's seq and epoch, also when it was done before, and the
 * counter's used, seq, epoch where there is one.
 */
export const refundScript = script(
  "refund",
  `local counter = redis.call('HMGET', KEYS[1], 'u', 's', 'e')
local mark = redis.call('GET', KEYS[2])
local epoch, seq = string.match(mark or '', '^r:(%d+):(%d+)')
if not epoch then
  if not counter[1] then
    redis.call('SET', KEYS[2], 'r:0:0', 'PX', ARGV[3])
    return {'no_counter'}
  end
  counter[1] = redis.call('HINCRBY', KEYS[1], 'u', -1)
  counter[2] = redis.call('HINCRBY', KEYS[1], 's', 1)
  epoch, seq = counter[3], counter[2]
  redis.call('SET', KEYS[2], 'r:' .. epoch .. ':' .. seq, 'PX', ARGV[3])
  redis.call('ZADD', KEYS[3], 'NX', ARGV[2], ARGV[1])
end
if epoch == '0' then return {'no_counter'} end
local reply = {'given', tonumber(seq), tonumber(epoch)}
if counter[1] then
  for place = 1, 3 do reply[place + 3] = tonumber(counter[place]) end
end
return reply`,
);

/**
 * Makes sure that a charge whose reply was lost does not count, whether it was applied, was not, or arrives later. Keys: counter, mark, dirty.
 * Arguments: counter's name, now ms, mark's lifetime ms.
 * Answers `none` (never charged); `cancelled` + charge's epoch and seq, then the counter's used and seq after; `lost` + charge's epoch and
 * seq: its counter is gone, the ledger may have followed it that far.
 */
export const cancelScript = script(
  "cancel",
  `local mark = redis.call('GET', KEYS[2])
if not mark then
  redis.call('SET', KEYS[2], 'x', 'PX', ARGV[3])
  return {'none'}
end
if mark == 'x' or string.sub(mark, 1, 1) == 'r' then return {'none'} end
local epoch, seq = string.match(mark, '^c:(%d+):(%d+)')
if not epoch then
  local reply = {}
  for part in string.gmatch(mark, '[^:]+') do reply[#reply + 1] = part end
  table.remove(reply, 1)
  return reply
end
local reply = {'lost', epoch, seq}
if redis.call('HGET', KEYS[1], 'e') == epoch then
  local used = redis.call('HINCRBY', KEYS[1], 'u', -1)
  reply = {'cancelled', epoch, seq, tostring(used), tostring(redis.call('HINCRBY', KEYS[1], 's', 1))}
  redis.call('ZADD', KEYS[3], 'NX', ARGV[2], ARGV[1])
end
redis.call('SET', KEYS[2], 'y:' .. table.concat(reply, ':'), 'PX', ARGV[3])
return reply`,
);

/** The hint of a key's hash. Keys: hint. Answers it, or nothing. */
export const lookUpScript = script(
  "look-up",
  `local hint = redis.call('GET', KEYS[1])
if not hint then return {} end
return {hint}`,
);

/**
 * Begins to load what is missing. Keys: account, counter, opener. Arguments: token, account's lifetime ms, opener's patience ms.
 * Answers 1 where the counter is missing and the caller is to open it, 2 where somebody else is opening it, 0 where it is there.
 */
export const claimScript = script(
  "claim",
  `redis.call('HSET', KEYS[1], 'l:' .. ARGV[1], '1')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
if redis.call('EXISTS', KEYS[2]) == 1 then return {0} end
if redis.call('SET', KEYS[3], ARGV[1], 'NX', 'PX', ARGV[3]) then return {1} end
if redis.call('GET', KEYS[3]) == ARGV[1] then return {1} end
return {2}`,
);

/**
 * Ends a load: stores what the database said, unless the account has changed since it began. Keys: account. Arguments: token, terms, key id
 * or "", 1 or 0 for live or not. Answers 1 when it was stored.
 */
export const installScript = script(
  "install",
  `if redis.call('HDEL', KEYS[1], 'l:' .. ARGV[1]) == 0 then return {0} end
redis.call('HSET', KEYS[1], 'v', ARGV[2])
if ARGV[3] ~= '' then redis.call('HSET', KEYS[1], 'k:' .. ARGV[3], ARGV[4]) end
return {1}`,
);

/** Stores a hint. Keys: hint. Arguments: hint, lifetime ms. */
export const hintScript = script("hint", "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])\nreturn {}");

/**
 * Opens a counter, by the one who may. Keys: counter, opener. Arguments: token, epoch, used, lifetime ms.
 * Answers 1 when it is open now.
 */
export const openScript = script(
  "open",
  `if redis.call('GET', KEYS[2]) ~= ARGV[1] then
  return {redis.call('HGET', KEYS[1], 'e') == ARGV[2] and 1 or 0}
end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[1], 'e', ARGV[2], 's', 0, 'u', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return {1}`,
);

/** Lets somebody else open the counter. Keys: opener. Arguments: token. */
export const unclaimScript = script(
  "unclaim",
  `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return {}`,
);

/** Deletes a counter that the ledger no longer follows. Keys: counter. Arguments: the newest epoch to delete. */
export const retireScript = script(
  "retire",
  `local epoch = redis.call('HGET', KEYS[1], 'e')
if epoch and tonumber(epoch) <= tonumber(ARGV[1]) then redis.call('DEL', KEYS[1]) end
return {}`,
);

/** Whether a mark is there. Keys: mark. Answers 1 when it is. */
export const remembersScript = script("remembers", "return {redis.call('EXISTS', KEYS[1])}");

/** Reads a counter. Keys: counter. Answers used, seq, epoch, or nothing. */
export const readScript = script(
  "read",
  `local counter = redis.call('HMGET', KEYS[1], 'u', 's', 'e')
if not counter[1] then return {} end
return {tonumber(counter[1]), tonumber(counter[2]), tonumber(counter[3])}`,
);

/** Counters with changes older than a time, that the ledger may not have. Keys: dirty. Arguments: time ms, how many at most. */
export const staleScript = script(
  "stale",
  "return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])",
);

/**
 * Notes that the ledger follows a counter as far as a change of it. Keys: counter, dirty. Arguments: counter's name, epoch, seq.
 * Answers the counter's seq and epoch, or nothing.
 */
export const followedScript = script(
  "followed",
  `local counter = redis.call('HMGET', KEYS[1], 's', 'e')
if not counter[1] then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return {}
end
if counter[2] == ARGV[2] and tonumber(counter[1]) <= tonumber(ARGV[3]) then redis.call('ZREM', KEYS[2], ARGV[1]) end
return {tonumber(counter[1]), tonumber(counter[2])}`,
);

/** Forgets all that is known of an account but its counters. Keys: account. */
export const forgetScript = script("forget", "redis.call('DEL', KEYS[1])\nreturn {}");

/**
 * Forgets an account whose record is known to be out of date. Keys: account. Arguments: key id, terms that the account no longer has or "",
 * 1 where the key is revoked. Returns 1 if the record still had those terms.
 */
export const forgetStaleScript = script(
  "forget-stale",
  `local record = redis.call('HMGET', KEYS[1], 'v', 'k:' .. ARGV[1])
local stale = record[1] == ARGV[2] or (ARGV[3] == '1' and record[2] == '1')
if not stale then return {0} end
redis.call('DEL', KEYS[1])
return {1}`,
);
