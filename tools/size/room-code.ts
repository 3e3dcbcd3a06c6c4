import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SILENCE_REASON } from '@jawhara/room-sync';

/**
 * Whether one of these scripts contains the code of live rooms. It is recognised by the text with which it closes a socket that
 * sends nothing, because no minifier changes that text.
 */
export function hasRoomCode(dist: string, scripts: readonly string[]): boolean {
  return scripts.some((script) => readFileSync(join(dist, script), 'utf8').includes(SILENCE_REASON));
}
