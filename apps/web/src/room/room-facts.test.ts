import type { JsonValue } from '@jawhara/room-sync';
import { expect, it } from 'vitest';
import { countOccupiedMics, isPkRunning } from './room-facts.ts';

it('occupied mics of a room are counted from keyed rows and from a list, and other rows are ignored', () => {
  const rows = new Map<string, JsonValue>([
    ['1', { user: 'Noura' }],
    ['2', { user: 15 }],
    ['3', { user: null }],
    ['4', { user: 0 }],
    ['5', { muted: true }],
    ['6', 'locked'],
    ['mics', [{ seat: 0, user: 'a' }, { seat: 1, user: '' }, 7, { seat: 2, user: 'b' }]],
  ]);
  expect(countOccupiedMics(rows)).toBe(4);
  expect(countOccupiedMics(new Map())).toBe(0);
});

it.each<[JsonValue | undefined, boolean]>([
  [{ round: 1, seconds: 180 }, true],
  [{ round: 1, seconds: 0 }, false],
  [{ round: 1 }, false],
  [1, false],
  [undefined, false],
])('a room’s PK with the data %j is running: %j', (pk, isRunning) => expect(isPkRunning(pk)).toBe(isRunning));
