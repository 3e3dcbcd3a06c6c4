import { beforeEach, expect, it } from 'vitest';
import { visitPlatform } from './link.ts';

beforeEach(() => sessionStorage.clear());

it('the platform of the opening link holds for the visit, also where an address no longer names it', () => {
  expect(visitPlatform({ search: '', hash: '' })).toBe('');
  expect(visitPlatform({ search: '?platform=tv', hash: '' })).toBe('tv');
  expect(visitPlatform({ search: '?step=card', hash: '' })).toBe('tv');
  expect(visitPlatform({ search: '?platform=phone', hash: '' })).toBe('phone');
});
