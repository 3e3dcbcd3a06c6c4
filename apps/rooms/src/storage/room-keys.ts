/** The prefix of all names in Redis: the user `rooms` of deploy/redis/users.acl may use only keys and channels with it. */
export const KEY_PREFIX = 'jawhara:room:';

/** The braces put all keys of a room, and its channel, into the same hash slot of a cluster. */
export interface RoomKeys {
  readonly meta: string;
  readonly values: string;
  readonly batches: string;
  readonly batchTimes: string;
  readonly channel: string;
}

export function keysOf(rid: string): RoomKeys {
  const room = `${KEY_PREFIX}{${rid}}`;
  return {
    meta: `${room}:meta`,
    values: `${room}:values`,
    batches: `${room}:batches`,
    batchTimes: `${room}:batch-times`,
    channel: room,
  };
}

export function ridOfChannel(channel: string): string {
  return channel.slice(KEY_PREFIX.length + 1, -1);
}

export const ticketKey = (id: string): string => `${KEY_PREFIX}ticket:${id}`;

/** Each value of a room is a field of a hash; no table's name contains this character. */
const SEPARATOR = '\0';

export const fieldOf = (table: string, key: string): string => `${table}${SEPARATOR}${key}`;

export function splitField(field: string): readonly [table: string, key: string] {
  const at = field.indexOf(SEPARATOR);
  return [field.slice(0, at), field.slice(at + 1)];
}
