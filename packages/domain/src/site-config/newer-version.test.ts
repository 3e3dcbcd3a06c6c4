import { expect, it } from 'vitest';
import { isNewerVersion } from './newer-version.ts';

it('[UPD-01] a version counts as newer when its digits without the dots are a larger number', () => {
  expect(isNewerVersion('1.0.329', '1.0.328')).toBe(true);
  expect(isNewerVersion('2.0.000', '1.0.328')).toBe(true);
  expect(isNewerVersion('1.0.328', '1.0.328')).toBe(false);
  expect(isNewerVersion('1.0.327', '1.0.328')).toBe(false);
  // The specification's own rule: fewer digits are a smaller number.
  expect(isNewerVersion('1.1.0', '1.0.328')).toBe(false);
});

it('a published text that is not a version never counts as newer', () => {
  for (const published of ['', 'latest', '0.0.0']) expect(isNewerVersion(published, '1.0.328')).toBe(false);
});
