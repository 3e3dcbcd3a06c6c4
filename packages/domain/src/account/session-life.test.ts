import { expect, it } from 'vitest';
import { isUseDue, sessionEnd } from './session-life.ts';

const at = (iso: string) => new Date(`${iso}T00:00:00Z`);

it('a session ends 30 days after its last use', () => {
  expect(sessionEnd(at('2026-01-01'), at('2026-01-01'))).toEqual(at('2026-01-31'));
  expect(sessionEnd(at('2026-01-01'), at('2026-03-01'))).toEqual(at('2026-03-31'));
});

it('a session ends 180 days after its sign-in, however it is used', () => {
  expect(sessionEnd(at('2026-01-01'), at('2026-06-29'))).toEqual(at('2026-06-30'));
  expect(sessionEnd(at('2026-01-01'), at('2027-01-01'))).toEqual(at('2026-06-30'));
});

it('a use is recorded again after ten minutes', () => {
  const used = at('2026-01-01');
  const later = (ms: number) => new Date(used.getTime() + ms);
  expect([isUseDue(used, later(599_999)), isUseDue(used, later(600_000))]).toEqual([false, true]);
});
