import { beforeEach, expect, it } from 'vitest';
import { grayValue } from './ids.ts';

beforeEach(() => localStorage.clear());

it('the gray value for gradual releases is drawn once, from 0 to 99, and again only when it is lost or invalid', () => {
  const drawn = new Set<number>();
  for (let visitor = 0; visitor < 400; visitor += 1) {
    localStorage.clear();
    const value = grayValue();
    expect(grayValue()).toBe(value);
    expect(Number.isInteger(value) && value >= 0 && value < 100).toBe(true);
    drawn.add(value);
  }
  expect(drawn.size).toBeGreaterThan(50);
  localStorage.setItem('jawhara.gray_value', '100');
  expect(grayValue()).toBeLessThan(100);
});
