/**
 * The places of open streams: a sorted set per account. Each member is a place, and its score is the time (ms, by the store's clock) at which
 * the place is free unless it is renewed.
 */
import { createScript } from "@/server/account/metering/counter/counter-store";

const now = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** Takes a place. Keys: places. Arguments: place, maximum number of places, lifetime ms. Returns 1 and the places taken, or 0. */
export const takePlaceScript = createScript(
  "take-place",
  `${now}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local taken = redis.call('ZCARD', KEYS[1])
if taken >= tonumber(ARGV[2]) then return {0} end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {1, taken + 1}`,
);

/**
 * Renews places, even if the store has lost them. Keys: places. Arguments: lifetime ms, then the places.
 */
export const renewPlacesScript = createScript(
  "renew-places",
  `${now}
for place = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[place]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return {}`,
);

/** Frees places. Keys: places. Arguments: the places. */
export const releasePlacesScript = createScript(
  "release-places",
  "for place = 1, #ARGV do redis.call('ZREM', KEYS[1], ARGV[place]) end\nreturn {}",
);
