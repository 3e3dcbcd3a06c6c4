/**
 * Functions that Redis runs atomically. The rules of commands stay in TypeScript: a gateway reads, decides and calls with the
 * sn it has seen; a call with an outdated sn changes nothing and returns `stale`. The version is part of every name, so that
 * two releases may run at the same time.
 */
export const LIBRARY_NAME = 'jawhara_rooms_v1';
export const CHANGE_ROOM = 'jawhara_change_room_v1';
export const READ_ROOM = 'jawhara_read_room_v1';

/** The largest state of a room (RP-57). */
export const STATE_BYTES_MAX = 1_048_576;
/** For repeated calls the answers to at least 1,000 batches of a room, and to all of ten minutes, stay stored (RP-62). */
const STORED_BATCHES_MIN = 1_000;
const BATCH_RETENTION_MS = 600_000;
/** A room without changes and without sockets for this long is removed. */
export const ROOM_LIFE_S = 7 * 24 * 3_600;

/**
 * READ_ROOM, KEYS: meta, values, batches. ARGV: batch id, then fields. Returns sn, last frame and values, with an empty text
 * for an absent one; for a batch that was answered before it returns only that, because a replay must not cost more than a
 * small read.
 *
 * CHANGE_ROOM, KEYS: meta, values, batches, batch times. ARGV: kind (batch or state), sn at which the generation begins, sn the
 * caller has seen, new sn, batch id, time of the call in seconds, frame, channel, message, then field and value in turn; an
 * empty value removes the field.
 */
export const LIBRARY_CODE = `#!lua name=${LIBRARY_NAME}
local GENERATION = 4294967296

local function remember(keys, id, answer)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('HSET', keys[3], id, answer)
  redis.call('ZADD', keys[4], now, id)
  local surplus = math.min(redis.call('ZCARD', keys[4]) - ${STORED_BATCHES_MIN}, 100)
  if surplus > 0 then
    local old = redis.call('ZRANGE', keys[4], '-inf', now - ${BATCH_RETENTION_MS}, 'BYSCORE', 'LIMIT', 0, surplus)
    if #old > 0 then
      redis.call('HDEL', keys[3], unpack(old))
      redis.call('ZREM', keys[4], unpack(old))
    end
  end
end

local function sizeAfter(keys, args, isState)
  local bytes = 0
  if not isState then bytes = tonumber(redis.call('HGET', keys[1], 'bytes') or 0) end
  for i = 10, #args, 2 do
    if not isState then
      local old = redis.call('HSTRLEN', keys[2], args[i])
      if old > 0 then bytes = bytes - old - #args[i] end
    end
    if #args[i + 1] > 0 then bytes = bytes + #args[i] + #args[i + 1] end
  end
  return bytes
end

local function changeRoom(keys, args)
  local isState = args[1] == 'state'
  local base = tonumber(args[2])
  local sn = tonumber(redis.call('HGET', keys[1], 'sn') or 0)
  if sn >= base + GENERATION then return {'newer-generation'} end
  local isLive = sn > base
  local known = redis.call('HGET', keys[3], args[5])
  if known == 'state-lost' then return {'state-lost'} end
  if known and isLive then return {'applied', known} end
  if not isLive and not isState then
    remember(keys, args[5], 'state-lost')
    redis.call('EXPIRE', keys[3], ${BATCH_RETENTION_MS / 1000})
    redis.call('EXPIRE', keys[4], ${BATCH_RETENTION_MS / 1000})
    return {'state-lost'}
  end
  if tonumber(args[6]) < tonumber(redis.call('HGET', keys[1], 'set_at') or 0) then return {'older-than-state'} end
  if sn ~= tonumber(args[3]) then return {'stale'} end
  local bytes = sizeAfter(keys, args, isState)
  if bytes > ${STATE_BYTES_MAX} then return {'too-large'} end

  if isState then
    redis.call('DEL', keys[1], keys[2])
    redis.call('HSET', keys[1], 'sn', args[4], 'set_at', args[6], 'bytes', bytes)
  else
    local last = redis.call('HGET', keys[1], 'frame')
    if last then redis.call('HSET', keys[1], 'previous', last) end
    redis.call('HSET', keys[1], 'sn', args[4], 'frame', args[7], 'bytes', bytes)
  end
  for i = 10, #args, 2 do
    if #args[i + 1] > 0 then redis.call('HSET', keys[2], args[i], args[i + 1])
    else redis.call('HDEL', keys[2], args[i]) end
  end
  remember(keys, args[5], args[4])
  for i = 1, 4 do redis.call('EXPIRE', keys[i], ${ROOM_LIFE_S}) end
  redis.call('SPUBLISH', args[8], args[9])
  return {'applied', args[4]}
end

local function readRoom(keys, args)
  local sn = redis.call('HGET', keys[1], 'sn') or '0'
  if redis.call('HEXISTS', keys[3], args[1]) == 1 then return {'answered', sn} end
  local answer = {'new', sn, redis.call('HGET', keys[1], 'frame') or ''}
  for i = 2, #args do answer[i + 2] = redis.call('HGET', keys[2], args[i]) or '' end
  return answer
end

redis.register_function('${CHANGE_ROOM}', changeRoom)
redis.register_function{function_name='${READ_ROOM}', callback=readRoom, flags={'no-writes'}}
`;
