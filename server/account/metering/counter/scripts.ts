/**
 * The scripts of the counter store. Each script runs atomically. The store has these records; all except `unreported` expire:
 *
 * account: hash; `v` the account's terms, `k:<key id>` whether that key is live (1) or not (0), `l:<token>` a load in progress. A change of
 *   the account deletes the record with its loads, so a load that began before the change stores nothing. The record expires before
 *   the earliest planned end of its keys. It is then loaded again, and the database's clock decides which keys have ended.
 * cached caller: account, key and terms by key hash. Each call's admission confirms it.
 * counter: hash; `e` the ledger's epoch in which it was opened, `u` requests used, `r:<reporter>` the charges of one instance. A closed counter
 *   has `c` instead of `e`. It stays until the next counter is opened, so that its figures can be read again if a reply is lost.
 * window: the calls of one account in one second.
 * unreported: sorted set of `<period>|<reporter>`. The score says since when that reporter (an instance) has had unreported charges.
 */
import { createScript } from "@/server/account/metering/counter/counter-store";

/**
 * One call. Keys: account, window, counter, unreported. Arguments: key id or "", terms, window ms (0: count in no window), calls allowed in the window, cost,
 * allowance, epoch of the counter that the instance uses, reporter, period, now ms. Costs 1 and 2 require that a request is left. Only cost 1 charges it.
 * Only the counter of the given epoch is charged: a late charge to a closed counter has no effect. Returns `unknown` (the account must be loaded),
 * `invalid`, `changed` with the terms, `other_counter` with its epoch, `no_counter` with the calls in the window, or one of `speed`, `spent` and `ok` with the
 * calls in the window and the requests used.
 */
export const admitScript = createScript(
  "admit",
  `local record = redis.call('HMGET', KEYS[1], 'v', 'k:' .. ARGV[1])
if not record[1] or (ARGV[1] ~= '' and not record[2]) then return {'unknown'} end
if ARGV[1] ~= '' and record[2] == '0' then return {'invalid'} end
if record[1] ~= ARGV[2] then return {'changed', record[1]} end
local counter = redis.call('HMGET', KEYS[3], 'e', 'u')
if counter[1] and counter[1] ~= ARGV[7] then return {'other_counter', tonumber(counter[1])} end
local calls = 0
if ARGV[3] ~= '0' then
  calls = redis.call('INCRBY', KEYS[2], 1)
  -- The count is kept for twice the window's length, because a call that was sent within the window may arrive after the window's end.
  if calls == 1 then redis.call('PEXPIRE', KEYS[2], 2 * ARGV[3]) end
end
if not counter[1] then return {'no_counter', calls} end
local used = tonumber(counter[2])
if ARGV[3] ~= '0' and calls > tonumber(ARGV[4]) then return {'speed', calls, used} end
if ARGV[5] ~= '0' and used >= tonumber(ARGV[6]) then return {'spent', calls, used} end
if ARGV[5] == '1' then
  used = redis.call('HINCRBY', KEYS[3], 'u', 1)
  redis.call('HINCRBY', KEYS[3], 'r:' .. ARGV[8], 1)
  redis.call('ZADD', KEYS[4], 'NX', ARGV[10], ARGV[9] .. '|' .. ARGV[8])
end
return {'ok', calls, used}`,
);

/**
 * Checks that the store can be used: a server that answers PING may still run no scripts, or refuse to write. Keys: ping.
 * Arguments: lifetime ms of the entry it writes.
 */
export const pingScript = createScript(
  "ping",
  "redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])\nreturn {'PONG'}",
);

/** Reads the cached caller of an API key. Keys: cached caller. Returns the caller's text, or null. */
export const readCallerScript = createScript("read-caller", "return {redis.call('GET', KEYS[1])}");

/** Stores a cached caller. Keys: cached caller. Arguments: the caller's text, lifetime ms. */
export const writeCallerScript = createScript(
  "write-caller",
  "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])\nreturn {}",
);

/** Begins to load an account. Keys: account. Arguments: token, lifetime of the account's record in ms. */
export const beginLoadScript = createScript(
  "begin-load",
  `redis.call('HSET', KEYS[1], 'l:' .. ARGV[1], '1')
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return {}`,
);

/**
 * Ends a load: stores what was read, unless the account has changed since the load began. The terms are stored before the token is deleted.
 * Otherwise the account's record could become empty. Redis would then delete it and its expiry time.
 * Keys: account. Arguments: token, terms, key id or "", 1 (live key) or 0, lifetime ms. Returns 1 if stored.
 */
export const installScript = createScript(
  "install",
  `if redis.call('HEXISTS', KEYS[1], 'l:' .. ARGV[1]) == 0 then return {0} end
redis.call('HSET', KEYS[1], 'v', ARGV[2])
redis.call('HDEL', KEYS[1], 'l:' .. ARGV[1])
if ARGV[3] ~= '' then redis.call('HSET', KEYS[1], 'k:' .. ARGV[3], ARGV[4]) end
if tonumber(ARGV[5]) < redis.call('PTTL', KEYS[1]) then redis.call('PEXPIRE', KEYS[1], ARGV[5]) end
return {1}`,
);

/** Creates a counter, unless a counter of this or a newer epoch exists, open or closed. Keys: counter. Arguments: epoch, used, lifetime ms. */
export const openScript = createScript(
  "open",
  `local epochs = redis.call('HMGET', KEYS[1], 'e', 'c')
if tonumber(epochs[1] or epochs[2] or -1) >= tonumber(ARGV[1]) then return {} end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'e', ARGV[1], 'u', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {}`,
);

/**
 * Closes a counter: it can no longer be charged. Keys: counter. Arguments: the newest epoch to close. Returns the counter's epoch, then each
 * reporter and its charges, even if the counter was closed before. Returns nothing if the period has no counter, or a newer one.
 */
export const closeScript = createScript(
  "close",
  `local epochs = redis.call('HMGET', KEYS[1], 'e', 'c')
local epoch = epochs[1] or epochs[2]
if not epoch or tonumber(epoch) > tonumber(ARGV[1]) then return {} end
redis.call('HDEL', KEYS[1], 'e')
redis.call('HSET', KEYS[1], 'c', epoch)
local fields = redis.call('HGETALL', KEYS[1])
local reply = {tonumber(epoch)}
for place = 1, #fields, 2 do
  local reporter = string.match(fields[place], '^r:(.*)$')
  if reporter then
    reply[#reply + 1] = reporter
    reply[#reply + 1] = tonumber(fields[place + 1])
  end
end
return reply`,
);

/** Finds the periods and reporters with unreported charges from the given time or earlier. Keys: unreported. Arguments: time ms, maximum number. */
export const unreportedScript = createScript(
  "unreported",
  "return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])",
);

/**
 * After a report, deletes the reporter's entry in `unreported` if there is no counter, or if the counter has the given epoch
 * and the given charges. With epoch 0, the entry is also deleted if the counter is closed. If the entry stays, its time is set to now.
 * Keys: counter, unreported. Arguments: period, reporter, epoch, charges, now ms.
 */
export const reportedScript = createScript(
  "reported",
  `local member = ARGV[1] .. '|' .. ARGV[2]
local counter = redis.call('HMGET', KEYS[1], 'e', 'c', 'r:' .. ARGV[2])
local epoch = counter[1] or counter[2]
if ARGV[3] == '0' and not counter[1] or not epoch or (epoch == ARGV[3] and (counter[3] or '0') == ARGV[4]) then
  redis.call('ZREM', KEYS[2], member)
else
  redis.call('ZADD', KEYS[2], 'XX', ARGV[5], member)
end
return {}`,
);

/** Deletes an account's record, but not its counters. Keys: account. */
export const forgetScript = createScript("forget", "redis.call('DEL', KEYS[1])\nreturn {}");

/**
 * Deletes an account's record if it is outdated. Keys: account. Arguments: key id, outdated terms of the account (or ""), 1 if the key is
 * revoked. Returns 1 if deleted.
 */
export const forgetStaleScript = createScript(
  "forget-stale",
  `local record = redis.call('HMGET', KEYS[1], 'v', 'k:' .. ARGV[1])
local stale = record[1] == ARGV[2] or (ARGV[3] == '1' and record[2] == '1')
if not stale then return {0} end
redis.call('DEL', KEYS[1])
return {1}`,
);
