import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SILENCE_REASON } from '@jawhara/room-sync';

/**
 * Whether one of these scripts contains the code that follows rooms. It is recognised by the reason with which it closes a
 * silent socket, which no minifier can change.
 */
export function hasRoomCode(dist: string, scripts: readonly string[]): boolean {
  return scripts.some((script) => readFileSync(join(dist, script), 'utf8').includes(SILENCE_REASON));
}
