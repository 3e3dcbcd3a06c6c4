import { expect, it } from 'vitest';
import { systemChance, timeOrderedId } from './time-ordered-id.ts';

it('ids made in the same millisecond sort in the order in which they were made, and are all different', () => {
  for (let ms = 1; ms <= 50; ms += 1) {
    const ids = Array.from({ length: 200 }, () => timeOrderedId(() => new Date(ms), systemChance));
    expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

it('a time-ordered id is a UUID of version 7 that begins with the millisecond in which it was made', () => {
  const at = Date.UTC(2026, 10, 17);
  const id = timeOrderedId(() => new Date(at), systemChance);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at);
});
