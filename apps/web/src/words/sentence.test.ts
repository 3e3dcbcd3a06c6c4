import { expect, it } from 'vitest';
import { speak } from './sentence.ts';

it('chooses by name, and the rest is other', () => {
  const sentence = ['card ', ['g', 'select', { f: ['valid (f)'], other: ['valid'] }]] as const;
  expect(speak(sentence, { g: 'f' }, 'ar')).toBe('card valid (f)');
  expect(speak(sentence, { g: 'toString' }, 'ar')).toBe('card valid');
});

it('keeps a # that counts nothing', () => {
  expect(speak(['room ', '#', ['n']], { n: 7 }, 'ar')).toBe('room #7');
});

it('speaks a missing insert as nothing rather than as undefined', () => {
  expect(speak(['to ', ['name']], {}, 'ar')).toBe('to ');
});

it('throws on a choice that the build should never have let through', () => {
  expect(() => speak([['n', 'selectordinal', { other: ['x'] }]], { n: 1 }, 'ar')).toThrow(/selectordinal/);
});
