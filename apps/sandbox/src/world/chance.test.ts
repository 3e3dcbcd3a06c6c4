import { expect, it } from 'vitest';
import { seededChance, shuffled } from './chance.ts';

const row = (seed: number): number[] => {
  const chance = seededChance(seed);
  return Array.from({ length: 1_000 }, () => chance());
};

it('the same seed gives the same random numbers, and another seed gives other numbers', () => {
  expect(row(7)).toEqual(row(7));
  expect(row(7)).not.toEqual(row(8));
});

it('random numbers are spread over [0, 1)', () => {
  const numbers = row(1);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  const below = numbers.filter((number) => number < 0.25).length;
  expect(below).toBeGreaterThan(200);
  expect(below).toBeLessThan(300);
});

it('shuffling changes the order but loses no item', () => {
  const items = [1, 2, 3, 4, 5, 6, 7, 8];
  const mixed = shuffled(items, seededChance(3));
  expect(mixed).not.toEqual(items);
  expect(mixed.toSorted((one, other) => one - other)).toEqual(items);
});
