import { beforeEach, expect, it } from 'vitest';
import { visitPlatform } from './link.ts';

beforeEach(() => sessionStorage.clear());

it('the platform in the opening link is remembered for the visit, also on addresses without it', () => {
  expect(visitPlatform({ search: '', hash: '' })).toBe('');
  expect(visitPlatform({ search: '?platform=tv', hash: '' })).toBe('tv');
  expect(visitPlatform({ search: '?step=card', hash: '' })).toBe('tv');
  expect(visitPlatform({ search: '?platform=phone', hash: '' })).toBe('phone');
});
