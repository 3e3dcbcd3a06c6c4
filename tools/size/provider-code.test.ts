import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { providersIn } from './provider-code.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'jawhara-size-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'assets/main-1.js'), 'import("./fields-2.js")');
  writeFileSync(join(dist, 'assets/fields-2.js'), 'globalThis.CheckoutWebComponents({})');
  writeFileSync(join(dist, 'assets/adyen-3.js'), 'const a=`${b}securedfields/6.3.0/securedFields.html`');
});
afterEach(() => rmSync(dist, { recursive: true }));

it('a provider’s code is recognised in a build by names that no minifier changes', () => {
  expect(providersIn(dist, ['assets/main-1.js'])).toEqual([]);
  expect(providersIn(dist, ['assets/main-1.js', 'assets/fields-2.js'])).toEqual(['Checkout.com']);
  expect(providersIn(dist, ['assets/adyen-3.js'])).toEqual(['Adyen']);
});
