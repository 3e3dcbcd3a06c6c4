import { isJsonHash, isJsonList, type JsonValue, type TableRows } from '@jawhara/room-sync';

/**
 * The values that a summary reads in a room's tables. The specification does not show their contents; these are the shapes of the
 * demo room (`npm run room -- play`). A value of another shape is not shown.
 */

/** Occupied mics of `room_mics_new`: a mic is a hash whose `user` is its speaker, under a key of its own or in a list. */
export function countOccupiedMics(rows: TableRows): number {
  return [...rows.values()].flatMap((row) => (isJsonList(row) ? row : [row])).filter(isOccupied).length;
}

function isOccupied(mic: JsonValue): boolean {
  const user = isJsonHash(mic) ? mic['user'] : null;
  return (typeof user === 'string' && user !== '') || (typeof user === 'number' && user > 0);
}

/** Whether the PK (a live contest) in the table `pk_status` is running: it has seconds left. */
export function isPkRunning(pk: JsonValue | undefined): boolean {
  const seconds = isJsonHash(pk) ? pk['seconds'] : null;
  return typeof seconds === 'number' && seconds > 0;
}
