import { expect, it } from 'vitest';
import { isPackOffered } from './gem-pack.ts';

const OPEN = { isHiddenFromNewPayers: false, needsLogin: false };

function offeredTo(restrictions: Partial<typeof OPEN>): string[] {
  const visitors = [
    { name: 'new visitor', isNewPayer: true, isLoggedIn: false },
    { name: 'new account', isNewPayer: true, isLoggedIn: true },
    { name: 'known visitor', isNewPayer: false, isLoggedIn: false },
    { name: 'known account', isNewPayer: false, isLoggedIn: true },
  ];
  return visitors
    .filter((visitor) => isPackOffered({ ...OPEN, ...restrictions }, visitor))
    .map(({ name }) => name);
}

it('a pack without restrictions is offered to everybody', () => {
  expect(offeredTo({})).toEqual(['new visitor', 'new account', 'known visitor', 'known account']);
});

it('[PKG-02] some packs are kept from new payers', () => {
  expect(offeredTo({ isHiddenFromNewPayers: true })).toEqual(['known visitor', 'known account']);
});

it('[PKG-05] logging in unlocks packs', () => {
  expect(offeredTo({ needsLogin: true })).toEqual(['new account', 'known account']);
});

it('[PKG-02] both restrictions hold together', () => {
  expect(offeredTo({ isHiddenFromNewPayers: true, needsLogin: true })).toEqual(['known account']);
});
