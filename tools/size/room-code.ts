import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SILENCE_REASON } from '@jawhara/room-sync';

/** Whether the code that follows rooms is in one of these scripts: it cannot lose the text with which it closes a silent socket. */
export function hasRoomCode(dist: string, scripts: readonly string[]): boolean {
  return scripts.some((script) => readFileSync(join(dist, script), 'utf8').includes(SILENCE_REASON));
}
