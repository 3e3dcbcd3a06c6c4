import { expect, it } from 'vitest';
import { documentOf } from './document-of.ts';

it.each([
  ['/', 'pay'],
  ['/pay', 'pay'],
  ['/pay-step?order_id=1', 'pay'],
  ['/fines', 'pay'],
  ['/nothing-here', 'pay'],
  ['/login', 'login'],
  ['/login/?next=%2Fpay', 'login'],
  ['/loginx', 'pay'],
  ['/share.html?info=x', 'plain'],
  ['/receipt#a.b', 'plain'],
  ['/receipts', 'pay'],
  ['/order#JW-7F3K-20481', 'plain'],
  ['/orders', 'pay'],
  ['/test/', 'plain'],
  ['/test#x', 'plain'],
  ['/testing', 'pay'],
])('the address %s belongs to the document “%s”', (address, kind) => expect(documentOf(address)).toBe(kind));
