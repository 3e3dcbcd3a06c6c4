import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hasRoomCode } from './room-code.ts';

it('the code of rooms is found in the script that contains it, and not in a script that only imports it', () => {
  const dist = mkdtempSync(join(tmpdir(), 'jawhara-size-'));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'assets/main-1.js'), 'import("./room-2.js")');
  writeFileSync(join(dist, 'assets/room-2.js'), 'const a=`no room message received in time`');
  expect(hasRoomCode(dist, ['assets/main-1.js'])).toBe(false);
  expect(hasRoomCode(dist, ['assets/main-1.js', 'assets/room-2.js'])).toBe(true);
});
